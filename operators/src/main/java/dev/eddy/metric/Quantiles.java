// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.Map;
import java.util.TreeMap;

/**
 * A distribution in few numbers: counts by buckets of equal relative width, so that any quantile is at most one percent off
 * (Masson et al. 2019, "DDSketch"). Below 1 all is 0.
 */
public final class Quantiles {
    private static final double GAMMA = 1.01 / 0.99;
    private static final int ZERO = -1;

    private Quantiles() {}

    /** The bucket of a value that is not negative. */
    public static int bucket(double value) {
        return value < 1 ? ZERO : (int) Math.ceil(Math.log(value) / Math.log(GAMMA));
    }

    /**
     * The value that a share of all are not above.
     *
     * @param counts by bucket, not empty
     * @param share from 0 to 1
     */
    public static double quantile(Map<Integer, Long> counts, double share) {
        TreeMap<Integer, Long> ordered = new TreeMap<>(counts);
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long rank = Math.max(1, (long) Math.ceil(share * all));
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : ordered.entrySet()) {
            seen += bucket.getValue();
            if (seen >= rank) {
                return value(bucket.getKey());
            }
        }
        throw new IllegalArgumentException("there is no " + share + " quantile of nothing");
    }

    private static double value(int bucket) {
        return bucket == ZERO ? 0 : 2 * Math.pow(GAMMA, bucket) / (GAMMA + 1);
    }
}
