// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.List;

/**
 * Learning rates of consecutive runs of parameters.
 *
 * @param ends where each run ends, exclusive; the first begins at 0
 * @param rates one a run
 */
public record LearningRates(List<Integer> ends, List<Double> rates) {
    public LearningRates {
        ends = List.copyOf(ends);
        rates = List.copyOf(rates);
    }

    /** One rate for all. */
    public static LearningRates of(int parameters, double rate) {
        return new LearningRates(List.of(parameters), List.of(rate));
    }

    /** Moves all parameters by one step of Adam. */
    void descend(Adam adam, float[] parameters, float[] gradient, double share) {
        adam.next();
        int from = 0;
        for (int run = 0; run < rates.size(); run++) {
            adam.descend(parameters, gradient, from, ends.get(run), share * rates.get(run));
            from = ends.get(run);
        }
    }
}
