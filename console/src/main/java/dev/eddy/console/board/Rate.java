// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

/** Counts events and tells how many came a second of late. Not thread-safe. */
final class Rate {
    private static final int WINDOW_SECONDS = 10;

    private final long[] seconds = new long[WINDOW_SECONDS + 1];
    private final long[] counts = new long[WINDOW_SECONDS + 1];
    private long total;

    void add(long amount, long nowMillis) {
        long second = nowMillis / 1_000;
        int slot = (int) (second % seconds.length);
        if (seconds[slot] != second) {
            seconds[slot] = second;
            counts[slot] = 0;
        }
        counts[slot] += amount;
        total += amount;
    }

    long total() {
        return total;
    }

    /** Mean over the last ten full seconds. */
    double perSecond(long nowMillis) {
        long current = nowMillis / 1_000;
        long sum = 0;
        for (int slot = 0; slot < seconds.length; slot++) {
            if (seconds[slot] < current && seconds[slot] >= current - WINDOW_SECONDS) {
                sum += counts[slot];
            }
        }
        return (double) sum / WINDOW_SECONDS;
    }
}
