// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/**
 * The divergence from a reference policy, estimated by one sampled token (k3 of Schulman 2020, "Approximating KL divergence")
 * from {@code d}, the log-probability now less that of the reference: {@code exp(-d) + d - 1}, without bias and never negative.
 * The exponent is kept within 20 of 0, the value within 10.
 */
public final class KlEstimator {
    private static final double VALUE_LIMIT = 10;

    private KlEstimator() {}

    public static double value(double d) {
        return Math.min(VALUE_LIMIT, unbounded(d));
    }

    /** Derivative of {@link #value} by the log-probability now. */
    public static double gradient(double d) {
        return unbounded(d) > VALUE_LIMIT ? 0 : 1 - ImportanceRatio.of(-d);
    }

    private static double unbounded(double d) {
        return ImportanceRatio.of(-d) + d - 1;
    }
}
