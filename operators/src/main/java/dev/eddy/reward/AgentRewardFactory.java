// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.Map;

/** Makes the reward of one agent. Found through {@link java.util.ServiceLoader}; resolve by name with {@link AgentRewards}. */
public interface AgentRewardFactory {
    /** The agent whose trajectories it scores. */
    String agent();

    /**
     * Makes it; throws {@link IllegalArgumentException} with a sentence that names the setting at fault.
     *
     * @param settings the reward's own, by names without prefix; what is absent takes its default
     */
    AgentReward create(Map<String, String> settings);
}
