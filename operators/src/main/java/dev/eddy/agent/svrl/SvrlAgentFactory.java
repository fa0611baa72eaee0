// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.Agent;
import dev.eddy.agent.AgentFactory;
import dev.eddy.agent.Tokenizer;
import java.util.Map;

/** Makes {@link SvrlAgent}s from {@link SvrlSettings}. */
public final class SvrlAgentFactory implements AgentFactory {
    @Override
    public String name() {
        return SvrlAgent.NAME;
    }

    @Override
    public Agent<?> create(Tokenizer tokenizer, Map<String, String> settings) {
        return new SvrlAgent(tokenizer, SvrlSettings.of(settings));
    }
}
