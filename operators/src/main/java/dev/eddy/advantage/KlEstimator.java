// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/**
 * Estimators of the divergence from a reference policy by one sampled token (Schulman 2020, "Approximating KL divergence"),
 * from {@code d}, the log-probability now less that of the reference.
 */
public enum KlEstimator {
    /** {@code d}: without bias, may be negative. */
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
    /** {@code d²/2}: biased, low variance; its gradient is the one of the true divergence. */
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
    /** {@code exp(-d) + d - 1}: without bias, never negative; the exponent kept within 20 of 0, the value within 10. */
    K3 {
        @Override
        public double value(double d) {
            return Math.min(VALUE_LIMIT, ImportanceRatio.of(-d) + d - 1);
        }

        @Override
        public double gradient(double d) {
            return ImportanceRatio.of(-d) + d - 1 > VALUE_LIMIT ? 0 : 1 - ImportanceRatio.of(-d);
        }
    };

    private static final double VALUE_LIMIT = 10;

    public abstract double value(double d);

    /** Derivative of {@link #value} by the log-probability now. */
    public abstract double gradient(double d);
}
