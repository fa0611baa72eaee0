// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

/**
 * What calls of one kind took, so many at a time: medians of the rounds.
 *
 * @param kind {@code floor}, gRPC alone, or {@code adapter}
 * @param streams calls under way at a time
 * @param calls of all rounds, all of them answered
 * @param cpuMicrosPerCall CPU time of the client's process, garbage collection and all
 * @param cpuMicrosMin of the rounds
 * @param cpuMicrosMax of the rounds
 */
public record TritonBenchRow(
        String kind,
        int streams,
        long calls,
        double cpuMicrosPerCall,
        double cpuMicrosMin,
        double cpuMicrosMax,
        double callsPerSecond,
        double p50Ms,
        double p99Ms) {}
