// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.Map;

/** Makes an agent. Found through {@link java.util.ServiceLoader}; resolve by name with {@link Agents}. */
public interface AgentFactory {
    /** The name that queries choose the agent by. */
    String name();

    /**
     * Makes it; throws {@link IllegalArgumentException} with a sentence that names the setting at fault.
     *
     * @param tokenizer of the policies that the agent prompts: it defines every token count
     * @param settings the agent's own, by names without prefix; what is absent takes its default
     */
    Agent<?> create(Tokenizer tokenizer, Map<String, String> settings);
}
