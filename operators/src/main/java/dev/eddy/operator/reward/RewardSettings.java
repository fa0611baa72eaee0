// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.advantage.AdvantageEstimator;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings of the reward job.
 *
 * @param labelTimeout how long a trajectory waits for its label: {@code reward.label-timeout}
 * @param labelRetention how long a label waits for trajectories: longer than queries queue and loops run. Once all members of
 *     its group have met it, it stays for {@code labelTimeout} more: {@code reward.label-retention}
 * @param groupTimeout how long a group waits for its members, from the first on: {@code reward.group-timeout}
 * @param lateWindow how long a closed group is remembered, so that late members are known as such: {@code
 *     reward.late-window}
 * @param estimator of advantages where the agent's reward names none: {@code reward.estimator}
 * @param minValid fewest trainable members that make a baseline, 2 or more: {@code reward.min-valid}
 * @param agents settings of the agents' rewards, by agent
 * @param asking of verifiers and judges
 */
public record RewardSettings(
        Duration labelTimeout,
        Duration labelRetention,
        Duration groupTimeout,
        Duration lateWindow,
        AdvantageEstimator estimator,
        int minValid,
        HashMap<String, HashMap<String, String>> agents,
        Asking asking)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public RewardSettings {
        positive("reward.label-timeout", labelTimeout);
        positive("reward.label-retention", labelRetention);
        positive("reward.group-timeout", groupTimeout);
        positive("reward.late-window", lateWindow);
        if (minValid < 2) {
            throw new IllegalArgumentException("'reward.min-valid' is " + minValid
                    + "; it must be at least 2, since one member has nothing to be compared with");
        }
    }

    /**
     * How patiently verifiers and judges are asked.
     *
     * @param timeout for all attempts together, under the group timeout: {@code reward.ask-timeout}
     * @param retries after the first attempt: {@code reward.ask-retries}
     * @param pause before the first retry; each further one is twice as long: {@code reward.ask-pause}
     * @param capacity most trajectories a subtask that are asked about at once: {@code reward.ask-capacity}
     */
    public record Asking(Duration timeout, int retries, Duration pause, int capacity) implements Serializable {
        public static final Asking DEFAULT = new Asking(Duration.ofMinutes(2), 5, Duration.ofSeconds(1), 1000);

        public Asking {
            positive("reward.ask-timeout", timeout);
            positive("reward.ask-pause", pause);
            if (pause.compareTo(timeout) >= 0) {
                throw new IllegalArgumentException("'reward.ask-pause' is " + pause
                        + "; it must be shorter than 'reward.ask-timeout', which is " + timeout);
            }
            if (retries < 1 || capacity < 1) {
                throw new IllegalArgumentException("'reward.ask-retries' and 'reward.ask-capacity' must be 1 or more,"
                        + " got " + retries + " and " + capacity);
            }
        }
    }

    /** Ten minutes for a label, an hour for trajectories, ten minutes for a group, RLOO over at least two members. */
    public static RewardSettings defaults() {
        return new RewardSettings(
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10),
                AdvantageEstimator.RLOO,
                2,
                new HashMap<>(),
                Asking.DEFAULT);
    }

    /** The same with the settings of one agent's reward. */
    public RewardSettings with(String agent, Map<String, String> settings) {
        HashMap<String, HashMap<String, String>> all = new HashMap<>(agents);
        all.put(agent, new HashMap<>(settings));
        return new RewardSettings(
                labelTimeout, labelRetention, groupTimeout, lateWindow, estimator, minValid, all, asking);
    }

    private static void positive(String setting, Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException("'" + setting + "' is " + value + "; it must be 1 ms or more");
        }
    }
}
