// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/**
 * How the divergence from a reference policy is estimated by one sampled token (Schulman 2020, "Approximating KL divergence"), from
 * {@code d}, the log-probability now less that of the reference. Exponents are kept within 20 of 0.
 */
public enum KlEstimator {
    /**
     * {@code d}: without bias, but of either sign. As a part of a loss its mean gradient over what the policy itself samples is
     * nothing; so it holds back nobody who learns on policy.
     */
    K1 {
        @Override
        public double value(double d) {
            return d;
        }

        @Override
        public double gradient(double d) {
            return 1;
        }
    },

    /** {@code d² / 2}: never negative, somewhat biased; its gradient is that of the divergence. */
    K2 {
        @Override
        public double value(double d) {
            return d * d / 2;
        }

        @Override
        public double gradient(double d) {
            return d;
        }
    },

    /** {@code exp(-d) + d - 1}: without bias and never negative. Kept within 10. */
    K3 {
        @Override
        public double value(double d) {
            return Math.min(LIMIT, unbounded(d));
        }

        @Override
        public double gradient(double d) {
            return unbounded(d) > LIMIT ? 0 : 1 - ImportanceRatio.of(-d);
        }

        private static double unbounded(double d) {
            return ImportanceRatio.of(-d) + d - 1;
        }
    };

    private static final double LIMIT = 10;

    public abstract double value(double d);

    /** Derivative of {@link #value} by the log-probability now. */
    public abstract double gradient(double d);
}
