// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

/**
 * When a run came, began and must end, in epoch milliseconds.
 *
 * @param arrivedAt when the driver took it; until it began it was queued
 * @param deadline when the driver ends it; {@link Long#MAX_VALUE} for never
 * @param prolonged true if the deadline is the second: the first passed while no driver was there
 */
public record Schedule(long arrivedAt, long startedAt, long deadline, boolean prolonged) {
    public Schedule(long arrivedAt, long startedAt, long deadline) {
        this(arrivedAt, startedAt, deadline, false);
    }

    Schedule prolongedTo(long second) {
        return new Schedule(arrivedAt, startedAt, second, true);
    }
}
