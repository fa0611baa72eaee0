// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

/**
 * When a run came, began and must end, in epoch milliseconds.
 *
 * @param arrivedAt when the driver took it; until it began it was queued
 * @param deadline when the driver ends it; {@link Long#MAX_VALUE} for never
 */
public record Schedule(long arrivedAt, long startedAt, long deadline) {}
