// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.schemas.StepMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figures of the steps since the last announcement. Not thread-safe. */
final class StepFigures {
    private final List<StepMetrics> steps = new ArrayList<>();

    void restore(List<StepMetrics> unannounced) {
        steps.addAll(unannounced);
    }

    List<StepMetrics> unannounced() {
        return List.copyOf(steps);
    }

    void add(long step, Map<String, Double> values) {
        steps.add(new StepMetrics(step, values));
    }

    /** The mean of each figure over the steps up to this one, which are then forgotten. */
    Map<String, Double> takeMeans(long lastStep) {
        Map<String, double[]> sums = new HashMap<>();
        for (StepMetrics one : steps) {
            if (one.getStep() <= lastStep) {
                one.getValues().forEach((name, value) -> {
                    double[] sum = sums.computeIfAbsent(name, unseen -> new double[2]);
                    sum[0] += value;
                    sum[1]++;
                });
            }
        }
        steps.removeIf(one -> one.getStep() <= lastStep);
        Map<String, Double> means = new HashMap<>();
        sums.forEach((name, sum) -> means.put(name, sum[0] / sum[1]));
        return means;
    }

    void clear() {
        steps.clear();
    }
}
