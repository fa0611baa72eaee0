// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Agent;
import dev.eddy.agent.AgentFactory;
import dev.eddy.agent.Tokenizer;
import java.util.Map;

/** Makes {@link ActIclAgent}s from {@link ActIclSettings}. */
public final class ActIclAgentFactory implements AgentFactory {
    @Override
    public String name() {
        return ActIclAgent.NAME;
    }

    @Override
    public Agent<?> create(Tokenizer tokenizer, Map<String, String> settings) {
        return new ActIclAgent(tokenizer, ActIclSettings.of(settings));
    }
}
