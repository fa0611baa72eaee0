// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.metric.Metric;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.function.Predicate;

/**
 * Something that a scored run must meet to be learnt from.
 *
 * @param reason what a run that fails is counted under, such as {@code wrong_answer}
 */
public record Criterion(String reason, Predicate<RewardedTrajectory> holds) {
    /** All answers are fully right by their label's metric. */
    public static final Criterion RIGHT_ANSWER =
            new Criterion("wrong_answer", run -> run.getComponents().getOrDefault(Metric.TASK, 0.0) == 1);

    /** A stat of the run is at least this; a run without the stat fails. */
    public static Criterion atLeast(String reason, String stat, double least) {
        return new Criterion(reason, run -> run.getStats().getOrDefault(stat, Double.NEGATIVE_INFINITY) >= least);
    }

    /** A stat of the run is at most this; a run without the stat fails. */
    public static Criterion atMost(String reason, String stat, double most) {
        return new Criterion(reason, run -> run.getStats().getOrDefault(stat, Double.POSITIVE_INFINITY) <= most);
    }
}
