// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

/**
 * What one setting of the loop benchmark measured. A figure without a meaning in it is null.
 *
 * @param agent {@code trivial} or {@code acticl}
 * @param backend {@code none} for the bare state machine, {@code heap} or {@code rocksdb}
 * @param latencyMs of every effect
 * @param inFlight loops at once
 * @param stepsPerSecond model calls a second, each with the tool calls that follow it
 * @param idealShare effects per second over what the loops in flight could do if nothing but the latency took time
 * @param cores of the whole JVM, the fake service included
 * @param stateBytesPerLoop of a checkpoint
 * @param trajectoryBytes mean size of a finished loop's record
 */
public record BenchRow(
        String agent,
        String backend,
        long latencyMs,
        Integer inFlight,
        double stepsPerSecond,
        Double idealShare,
        double cores,
        int threads,
        Double checkpointMsP50,
        Double checkpointMsMax,
        Double stateBytesPerLoop,
        Double trajectoryBytes) {}
