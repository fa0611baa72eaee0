// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The agents on the class path. */
public final class Agents {
    private Agents() {}

    /**
     * Makes the agent of this name.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are, or if a setting is wrong
     */
    public static Agent<?> create(String name, Tokenizer tokenizer, Map<String, String> settings) {
        TreeSet<String> names = new TreeSet<>();
        for (AgentFactory factory : ServiceLoader.load(AgentFactory.class, Agents.class.getClassLoader())) {
            if (factory.name().equals(name)) {
                return factory.create(tokenizer, settings);
            }
            names.add(factory.name());
        }
        throw new IllegalArgumentException("no agent is named '" + name + "'; there are " + names
                + ". Name one of these in the query or put the agent's module on the class path.");
    }
}
