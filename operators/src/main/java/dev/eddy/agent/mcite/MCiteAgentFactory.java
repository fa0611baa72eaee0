// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Agent;
import dev.eddy.agent.AgentFactory;
import dev.eddy.agent.Tokenizer;
import java.util.Map;

/** Makes {@link MCiteAgent}s from {@link MCiteSettings}. */
public final class MCiteAgentFactory implements AgentFactory {
    @Override
    public String name() {
        return MCiteAgent.NAME;
    }

    @Override
    public Agent<?> create(Tokenizer tokenizer, Map<String, String> settings) {
        return new MCiteAgent(tokenizer, MCiteSettings.of(settings));
    }
}
