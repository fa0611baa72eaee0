// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a run cost.
 *
 * @param restarts of jobs, counted by Flink
 * @param peakRssMiB null where the system does not tell
 * @param learningLagMsMedian see {@link TrainingPace}, as for all that is null without one
 */
public record RuntimeFigures(
        double seconds,
        Double trainingSeconds,
        long restarts,
        int cores,
        long peakHeapMiB,
        Long peakRssMiB,
        String java,
        Double stepsPerSecond,
        Double rolloutsPerSecond,
        Double learningLagMsMedian,
        Double learningLagMsP99) {
    /**
     * Figures of this process; the rest is the caller's.
     *
     * @param pace null where there was no one training to measure
     */
    public static RuntimeFigures of(double seconds, long restarts, TrainingPace pace) {
        long peakHeap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return new RuntimeFigures(
                seconds,
                pace == null ? null : Double.valueOf(pace.seconds()),
                restarts,
                Runtime.getRuntime().availableProcessors(),
                peakHeap >> 20,
                readPeakRss(),
                System.getProperty("java.version"),
                pace == null ? null : Double.valueOf(pace.stepsPerSecond()),
                pace == null ? null : Double.valueOf(pace.rolloutsPerSecond()),
                pace == null ? null : pace.lagMsMedian(),
                pace == null ? null : pace.lagMsP99());
    }

    private static Long readPeakRss() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return null;
        }
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
                }
            }
            return null;
        } catch (IOException e) {
            return null; // the figure is optional, and the caller notes its absence
        }
    }
}
