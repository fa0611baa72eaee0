// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

/** A figure that is made of several stats of many trajectories. Stats go by the names of {@code Outcome.stats}. */
public sealed interface DerivedMetric {
    /** The sum of one stat over the sum of another, such as rejected calls over calls. */
    record Ratio(String name, String numerator, String denominator) implements DerivedMetric {}

    /**
     * The same for every stat that begins with a prefix, told apart by a label: the rest of its name. Such stats have no means
     * of their own, since a trajectory leaves out those that are 0.
     */
    record Breakdown(String name, String label, String prefix, String denominator) implements DerivedMetric {}

    /**
     * Accuracy for each whole value of a stat, told apart by a label; values from 100 on are taken together.
     *
     * @param label another name than the stat's: Flink gives a label and the stat's own mean one namespace
     */
    record AccuracyBy(String name, String label, String stat) implements DerivedMetric {
        public AccuracyBy {
            if (label.equals(stat)) {
                throw new IllegalArgumentException(
                        "the label of " + name + " must not be named like its stat, " + stat);
            }
        }
    }
}
