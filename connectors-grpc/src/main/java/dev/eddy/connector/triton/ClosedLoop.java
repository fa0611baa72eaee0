// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Keeps a number of calls under way, each followed by the next in the thread that it ended in, until a time is over and the last of
 * them have ended. Measures all of it.
 */
final class ClosedLoop {
    private final Supplier<CompletableFuture<?>> call;
    private final long endsAt;

    private ClosedLoop(Supplier<CompletableFuture<?>> call, Duration length) {
        this.call = call;
        endsAt = System.nanoTime() + length.toNanos();
    }

    /**
     * What a while of calls took.
     *
     * @param cpuNanos of this whole process
     * @param latencies in nanoseconds, ascending; one for each call
     */
    record Measured(long nanos, long cpuNanos, long[] latencies) {
        double cpuMicrosPerCall() {
            return cpuNanos / 1e3 / latencies.length;
        }

        double callsPerSecond() {
            return latencies.length * 1e9 / nanos;
        }

        /** @param share of the calls that took at most as long */
        double latencyMs(double share) {
            return latencies[(int) Math.min(latencies.length - 1L, (long) (share * latencies.length))] / 1e6;
        }
    }

    /** @throws CompletionException as the first call that failed; what is under way then ends unseen */
    static Measured run(int streams, Duration length, Supplier<CompletableFuture<?>> call) {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        long began = System.nanoTime();
        long cpuBegan = system.getProcessCpuTime();
        ClosedLoop loop = new ClosedLoop(call, length);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            lines.add(loop.new Line());
        }
        lines.forEach(Line::next);
        // Fails at once where one of them does.
        CompletableFuture<Void> failed = new CompletableFuture<>();
        lines.forEach(line -> line.over.exceptionally(failure -> {
            failed.completeExceptionally(failure);
            return null;
        }));
        CompletableFuture<Void> over =
                CompletableFuture.allOf(lines.stream().map(line -> line.over).toArray(CompletableFuture[]::new));
        CompletableFuture.anyOf(over, failed).join();
        long cpuNanos = system.getProcessCpuTime() - cpuBegan;
        long nanos = System.nanoTime() - began;
        long[] latencies =
                lines.stream().flatMapToLong(line -> line.latencies.build()).toArray();
        Arrays.sort(latencies);
        return new Measured(nanos, cpuNanos, latencies);
    }

    /** Calls one after another. */
    private final class Line {
        private final LongStream.Builder latencies = LongStream.builder();
        private final CompletableFuture<Void> over = new CompletableFuture<>();

        /** A call that cannot be begun is one that failed. */
        private CompletableFuture<?> begun() {
            try {
                return call.get();
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        private void next() {
            long began = System.nanoTime();
            begun().whenComplete((value, failure) -> {
                if (failure != null) {
                    over.completeExceptionally(failure);
                    return;
                }
                long now = System.nanoTime();
                latencies.add(now - began);
                if (now < endsAt) {
                    next();
                } else {
                    over.complete(null);
                }
            });
        }
    }
}
