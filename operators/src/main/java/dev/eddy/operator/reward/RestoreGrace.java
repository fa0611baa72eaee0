// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import org.apache.flink.runtime.state.FunctionInitializationContext;

/**
 * Tells the deadlines that passed while nothing ran: what they waited for may still stand in Kafka, so they are granted their
 * full length once more.
 */
final class RestoreGrace {
    private final boolean restored;
    private long runningSince = Long.MIN_VALUE;

    RestoreGrace(FunctionInitializationContext context) {
        restored = context.isRestored();
    }

    /** To be called with the time of every callback, so that the first one after a restore is known. */
    void observe(long now) {
        if (runningSince == Long.MIN_VALUE) {
            runningSince = now;
        }
    }

    boolean missed(long deadline) {
        return restored && deadline <= runningSince;
    }
}
