// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/**
 * Ratios between the policy that is trained and the one that sampled, from the difference of their log-probabilities, and
 * what is done with those that are far from 1.
 */
public final class ImportanceRatio {
    private static final double LOG_LIMIT = 20;

    private ImportanceRatio() {}

    /** {@code exp(logRatio)}, the exponent kept within 20 of 0. */
    public static double of(double logRatio) {
        return Math.exp(Math.max(-LOG_LIMIT, Math.min(LOG_LIMIT, logRatio)));
    }

    /** Ratio of a whole sequence: that of the sum of its tokens' log-ratios. */
    public static double ofSequence(double[] logRatios) {
        double sum = 0;
        for (double logRatio : logRatios) {
            sum += logRatio;
        }
        return of(sum);
    }

    /** Truncated importance sampling (Yao et al. 2025): at most {@code cap}. */
    public static double truncate(double ratio, double cap) {
        return Math.min(ratio, cap);
    }

    /** Masked importance sampling ("IcePop", Ling team 2025): 0 outside of the bounds. */
    public static double mask(double ratio, double low, double high) {
        return ratio < low || ratio > high ? 0 : ratio;
    }
}
