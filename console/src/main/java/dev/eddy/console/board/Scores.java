// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.agent.Outcome;
import dev.eddy.metric.Metric;
import dev.eddy.schemas.RewardedTrajectory;

/** Means over scored trajectories. Not thread-safe. */
public final class Scores {
    private final Mean accuracy = new Mean();
    private final Mean reward = new Mean();
    private final Mean shots = new Mean();
    private final Mean calls = new Mean();

    void add(RewardedTrajectory scored) {
        accuracy.add(accuracyOf(scored));
        reward.add(scored.getReward());
        addStat(shots, scored, "shots");
        addStat(calls, scored, Outcome.CALLS);
    }

    void addAll(Scores other) {
        accuracy.addAll(other.accuracy);
        reward.addAll(other.reward);
        shots.addAll(other.shots);
        calls.addAll(other.calls);
    }

    /** The means; each null while nothing was added. */
    public record Figures(long count, Double accuracy, Double reward, Double shots, Double calls) {}

    Figures figures() {
        return new Figures(reward.count(), accuracy.value(), reward.value(), shots.value(), calls.value());
    }

    /** Mean task score of the answers; 0 where the run reached none. */
    public static double accuracyOf(RewardedTrajectory scored) {
        return scored.getComponents().getOrDefault(Metric.TASK, 0.0);
    }

    private static void addStat(Mean mean, RewardedTrajectory scored, String name) {
        Double value = scored.getStats().get(name);
        if (value != null) {
            mean.add(value);
        }
    }
}
