// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import java.util.List;

/**
 * One row of an experiment's table: which weights, asked how. Modes that name the same policy share one training.
 *
 * @param name in the report
 * @param policy the query mode that its weights learn in; null for weights that learn nothing more
 * @param taught true where the weights are those of the cold start, before or without learning; false for initial ones
 * @param asksIn the query mode of the evaluation
 * @param count demonstrations asked for; null where the agent chooses or there are none
 * @param reportedCount in the report: a number, {@code adaptive}, or null where it has no meaning
 */
public record ExperimentMode(
        String name, String policy, boolean taught, String asksIn, Integer count, Object reportedCount) {
    /** Learns and is asked in the mode of its name. */
    static ExperimentMode learning(String name) {
        return new ExperimentMode(name, name, true, name, null, null);
    }

    /** Another way to ask the policy that learns in {@code trained}. */
    static ExperimentMode ofTrained(String name, String asksIn) {
        return new ExperimentMode(name, "trained", true, asksIn, null, null);
    }

    /** The same, asked for another number of demonstrations. */
    public ExperimentMode withCount(int number) {
        return new ExperimentMode(name, policy, taught, asksIn, number, number);
    }

    /** All modes of this name, or the one whose name and count are written {@code name:count}. */
    static List<ExperimentMode> named(String name, List<ExperimentMode> modes) {
        List<ExperimentMode> found = modes.stream()
                .filter(mode -> mode.label().equals(name) || mode.name().equals(name))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no mode '" + name + "'; there are "
                    + modes.stream().map(ExperimentMode::label).toList());
        }
        return found;
    }

    /** Unique within an agent. */
    public String label() {
        return reportedCount == null ? name : name + ":" + reportedCount;
    }

    public boolean learns() {
        return policy != null;
    }

    /** What stands for the weights in file names. */
    String weights() {
        return policy != null ? policy : taught ? "cold-start" : "initial";
    }
}
