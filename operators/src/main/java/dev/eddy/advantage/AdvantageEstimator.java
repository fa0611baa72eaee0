// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How a group's rewards become advantages. */
public enum AdvantageEstimator {
    /** Shao et al. 2024, "DeepSeekMath", §4.1: centred and divided by the sample standard deviation (ddof 1) plus 1e-6. */
    GRPO("grpo") {
        @Override
        double advantage(double reward, GroupStatistics group) {
            return (reward - group.mean()) / (group.std() + EPSILON);
        }
    },
    /** Liu et al. 2025, "Understanding R1-Zero-Like Training", §3.2: centred only. */
    DR_GRPO("dr_grpo") {
        @Override
        double advantage(double reward, GroupStatistics group) {
            return reward - group.mean();
        }
    },
    /** Ahmadian et al. 2024, "Back to Basics", Eq. 8: less the mean of the others. */
    RLOO("rloo") {
        @Override
        double advantage(double reward, GroupStatistics group) {
            return (reward - group.mean()) * group.valid() / (group.valid() - 1);
        }
    };

    private static final double EPSILON = 1e-6;

    private final String estimatorName;

    AdvantageEstimator(String estimatorName) {
        this.estimatorName = estimatorName;
    }

    abstract double advantage(double reward, GroupStatistics group);

    /** As settings and records spell it. */
    public String estimatorName() {
        return estimatorName;
    }

    /**
     * One advantage a reward, of members that are compared with one another. All are 0 where there is nothing to compare:
     * fewer than two rewards, or rewards that are all the same but for rounding.
     */
    public double[] advantages(double[] rewards) {
        GroupStatistics group = GroupStatistics.of(rewards);
        double[] advantages = new double[rewards.length];
        if (rewards.length > 1 && !group.flat()) {
            for (int i = 0; i < rewards.length; i++) {
                advantages[i] = advantage(rewards[i], group);
            }
        }
        return advantages;
    }

    /** The estimator of this name; throws with the names that there are. */
    public static AdvantageEstimator named(String name) {
        return Arrays.stream(values())
                .filter(estimator -> estimator.estimatorName.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no advantage estimator is named '" + name
                        + "'; there are "
                        + Arrays.stream(values())
                                .map(AdvantageEstimator::estimatorName)
                                .collect(Collectors.joining(", "))));
    }
}
