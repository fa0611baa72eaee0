// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.schemas.SearchLabels;
import java.util.List;
import java.util.Map;

/** What a reward made of a trajectory. */
public sealed interface Score {
    /**
     * A reward.
     *
     * @param task how right the answers were, from 0 to 1: what accuracy is the mean of
     * @param total what the advantage is computed from
     * @param components what the total is made of, by name: summands or factors, as the reward has it
     * @param answers a reward for each answer, where answers are to be trained on their own; else empty
     * @param figures what else the label tells of the run, by the names of metrics; they join the run's own stats
     * @param searches what a verifier says of each search of the run, in order; empty where none was asked
     */
    record Scored(
            double task,
            double total,
            Map<String, Double> components,
            List<Double> answers,
            Map<String, Double> figures,
            List<SearchLabels> searches)
            implements Score {
        public Scored {
            components = Map.copyOf(components);
            answers = List.copyOf(answers);
            figures = Map.copyOf(figures);
            searches = List.copyOf(searches);
            if (!(task >= 0 && task <= 1) || !Double.isFinite(total)) {
                throw new IllegalArgumentException(
                        "a task score is from 0 to 1 and a total is finite, got " + task + " and " + total);
            }
        }

        /** Without further figures and searches. */
        public Scored(double task, double total, Map<String, Double> components, List<Double> answers) {
            this(task, total, components, answers, Map.of(), List.of());
        }
    }

    /** No reward can be given, and none is made up: the trajectory is not trained on. */
    record Unscorable(String reason) implements Score {}
}
