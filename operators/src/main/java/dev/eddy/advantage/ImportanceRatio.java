// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/** Ratios between the policy that is trained and the one that sampled, from the difference of their log-probabilities. */
public final class ImportanceRatio {
    private static final double LOG_LIMIT = 20;

    private ImportanceRatio() {}

    /** {@code exp(logRatio)}, the exponent kept within 20 of 0. */
    public static double of(double logRatio) {
        return Math.exp(Math.max(-LOG_LIMIT, Math.min(LOG_LIMIT, logRatio)));
    }
}
