// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Agents;
import dev.eddy.agent.Tokenizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The agents that a job serves and their settings, as they travel with the job.
 *
 * @param settings by agent name; an agent without settings has an empty map
 */
public record AgentSet(TreeMap<String, TreeMap<String, String>> settings) implements AgentSource {
    public AgentSet {
        if (settings.isEmpty()) {
            throw new IllegalArgumentException("a serve job needs at least one agent");
        }
    }

    public static AgentSet of(Map<String, Map<String, String>> settings) {
        TreeMap<String, TreeMap<String, String>> copy = new TreeMap<>();
        settings.forEach((agent, own) -> copy.put(agent, new TreeMap<>(own)));
        return new AgentSet(copy);
    }

    @Override
    public Map<String, Agent<?>> agents(Tokenizer tokenizer) {
        Map<String, Agent<?>> agents = new LinkedHashMap<>();
        settings.forEach((name, own) -> agents.put(name, Agents.create(name, tokenizer, own)));
        return agents;
    }
}
