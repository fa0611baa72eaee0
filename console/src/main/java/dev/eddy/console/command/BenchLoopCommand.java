// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.local.bench.BenchRow;
import dev.eddy.local.bench.LoopBench;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy bench loop}: what an agent loop costs, as a table and as JSON. */
@Command(
        name = "loop",
        mixinStandardHelpOptions = true,
        description = "Steps a second, cores and state of agent loops: the bare machine, then the operator under load.")
public final class BenchLoopCommand implements Callable<Integer> {
    @Option(names = "--json", paramLabel = "FILE", description = "Also writes the rows as JSON.")
    private Path json;

    @Option(names = "--warm-up", description = "Seconds before each row is measured (${DEFAULT-VALUE}).")
    private int warmUp = 8;

    @Option(names = "--seconds", description = "Seconds that each row is measured for (${DEFAULT-VALUE}).")
    private int seconds = 12;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Path scratch = Files.createTempDirectory("eddy-bench");
        try {
            out.printf(
                    "%-8s %-8s %8s %9s %12s %7s %6s %8s %9s %9s %11s %11s%n",
                    "agent",
                    "backend",
                    "latency",
                    "in flight",
                    "steps/s",
                    "ideal",
                    "cores",
                    "threads",
                    "chk p50",
                    "chk max",
                    "state/loop",
                    "trajectory");
            List<BenchRow> rows = new LoopBench(
                            scratch, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), row -> print(out, row))
                    .run();
            if (json != null) {
                Files.write(json, new ObjectMapper().writeValueAsBytes(Map.of("rows", rows)));
            }
            return 0;
        } finally {
            FileUtils.deleteDirectory(scratch.toFile());
        }
    }

    private static void print(PrintWriter out, BenchRow row) {
        out.printf(
                "%-8s %-8s %5d ms %9s %12.0f %7s %6.2f %8d %9s %9s %11s %11s%n",
                row.agent(),
                row.backend(),
                row.latencyMs(),
                row.inFlight() == null ? "" : row.inFlight(),
                row.stepsPerSecond(),
                row.idealShare() == null ? "" : String.format("%.1f%%", 100 * row.idealShare()),
                row.cores(),
                row.threads(),
                figure(row.checkpointMsP50(), " ms"),
                figure(row.checkpointMsMax(), " ms"),
                figure(row.stateBytesPerLoop(), " B"),
                figure(row.trajectoryBytes(), " B"));
        out.flush();
    }

    private static String figure(Double value, String unit) {
        return value == null ? "" : String.format("%.0f%s", value, unit);
    }
}
