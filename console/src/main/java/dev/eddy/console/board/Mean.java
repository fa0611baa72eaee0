// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

/** A running mean. Not thread-safe. */
final class Mean {
    private long count;
    private double sum;

    void add(double value) {
        if (Double.isFinite(value)) {
            count++;
            sum += value;
        }
    }

    void addAll(Mean other) {
        count += other.count;
        sum += other.sum;
    }

    long count() {
        return count;
    }

    /** Null while nothing was added. */
    Double value() {
        return count == 0 ? null : sum / count;
    }
}
