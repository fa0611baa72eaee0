// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/**
 * What a token counts where another policy sampled it than the one that learns from it: an engine with other kernels, or an older
 * version. The surrogate then clips against the learner as it was before the step, and this weight stands for the way from there to
 * whoever sampled (the decoupled objective of Hilton et al. 2022, "Batch size-invariance for policy optimization").
 *
 * @param low {@link Kind#ICEPOP}'s lower end, from 0
 * @param high the upper end, above the lower one
 */
public record RatioCorrection(Kind kind, double low, double high) {
    /** None: the surrogate clips against whoever sampled. */
    public static final RatioCorrection NONE = new RatioCorrection(Kind.NONE, 0, Double.MAX_VALUE);

    /** Ratios up to 2. */
    public static final RatioCorrection TIS = new RatioCorrection(Kind.TIS, 0, 2);

    /** Ratios from 0.5 to 5. */
    public static final RatioCorrection ICEPOP = new RatioCorrection(Kind.ICEPOP, 0.5, 5);

    /** What is done with large and small ratios. */
    public enum Kind {
        /** No correction. */
        NONE,
        /** Truncated importance sampling: no ratio counts more than the upper end (Yao et al. 2025). */
        TIS,
        /** Tokens whose ratio is beyond either end do not count (Ling Team 2025, "IcePop"). */
        ICEPOP
    }

    public RatioCorrection {
        if (!(low >= 0 && high > low)) {
            throw new IllegalArgumentException(
                    "a correction needs 0 <= low < high, got low " + low + " and high " + high);
        }
    }

    /**
     * What a token counts.
     *
     * @param logRatio log-probability before the step less that when sampled
     */
    public double weight(double logRatio) {
        double ratio = ImportanceRatio.of(logRatio);
        return switch (kind) {
            case NONE -> 1;
            case TIS -> Math.min(ratio, high);
            case ICEPOP -> ratio < low || ratio > high ? 0 : ratio;
        };
    }
}
