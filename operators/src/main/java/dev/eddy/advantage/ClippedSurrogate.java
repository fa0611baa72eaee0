// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/**
 * The clipped surrogate of PPO (Schulman et al. 2017, Eq. 7), with separate clips for either side (Yu et al. 2025, "DAPO",
 * §3.1) and the dual clip for negative advantages (Ye et al. 2020, Eq. 5). A loss: to be minimised.
 *
 * @param low how far below 1 the ratio counts
 * @param high how far above 1 the ratio counts
 * @param dual caps the loss at {@code -dual * advantage} where the advantage is negative; above 1
 */
public record ClippedSurrogate(double low, double high, double dual) {
    /** 0.2 on both sides, dual clip 3. */
    public static final ClippedSurrogate DEFAULT = new ClippedSurrogate(0.2, 0.2, 3);

    public ClippedSurrogate {
        if (!(low > 0 && low < 1 && high > 0 && dual > 1)) {
            throw new IllegalArgumentException("clips need 0 < low < 1, high > 0 and dual > 1, got low " + low
                    + ", high " + high + ", dual " + dual);
        }
    }

    /**
     * Loss of one token.
     *
     * @param logRatio log-probability now less that when sampled
     */
    public double loss(double logRatio, double advantage) {
        double ratio = ImportanceRatio.of(logRatio);
        double clipped = Math.max(1 - low, Math.min(1 + high, ratio));
        double loss = Math.max(-advantage * ratio, -advantage * clipped);
        return advantage < 0 ? Math.min(loss, -advantage * dual) : loss;
    }

    /** Derivative of {@link #loss} by the log-probability now; 0 where a clip holds. */
    public double gradient(double logRatio, double advantage) {
        return clips(logRatio, advantage) ? 0 : -advantage * ImportanceRatio.of(logRatio);
    }

    /** Whether a clip holds, so that the token teaches nothing. */
    public boolean clips(double logRatio, double advantage) {
        double ratio = ImportanceRatio.of(logRatio);
        return advantage < 0 ? ratio < 1 - low || ratio > dual : ratio > 1 + high;
    }
}
