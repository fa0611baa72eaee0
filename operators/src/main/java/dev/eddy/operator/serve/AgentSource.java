// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import java.io.Serializable;
import java.util.Map;

/** Makes the agents of a job where they run. */
@FunctionalInterface
public interface AgentSource extends Serializable {
    /** By name. */
    Map<String, Agent<?>> agents();
}
