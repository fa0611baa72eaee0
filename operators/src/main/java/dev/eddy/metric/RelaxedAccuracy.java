// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.OptionalDouble;

/**
 * ChartQA's measure (Masry et al. 2022): numbers may be off by five percent, other answers must be equal but for case. Against
 * the reference 0 no relative error exists, so the texts must be equal.
 */
final class RelaxedAccuracy {
    private static final double TOLERANCE = 0.05;

    private RelaxedAccuracy() {}

    static double score(String answer, String reference) {
        OptionalDouble given = Numbers.parse(answer);
        OptionalDouble wanted = Numbers.parse(reference);
        if (given.isPresent() && wanted.isPresent() && wanted.getAsDouble() != 0) {
            double error = Math.abs(given.getAsDouble() - wanted.getAsDouble()) / Math.abs(wanted.getAsDouble());
            return error <= TOLERANCE ? 1 : 0;
        }
        return answer.strip().equalsIgnoreCase(reference.strip()) ? 1 : 0;
    }
}
