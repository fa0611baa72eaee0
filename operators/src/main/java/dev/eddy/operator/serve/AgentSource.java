// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Tokenizer;
import java.io.Serializable;
import java.util.Map;

/** Makes the agents of a job where they run. */
@FunctionalInterface
public interface AgentSource extends Serializable {
    /**
     * The agents by name.
     *
     * @param tokenizer of the model that they ask
     */
    Map<String, Agent<?>> agents(Tokenizer tokenizer);
}
