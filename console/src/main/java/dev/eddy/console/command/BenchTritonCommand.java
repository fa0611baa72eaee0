// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.triton.TritonBench;
import dev.eddy.connector.triton.TritonBench.Lengths;
import dev.eddy.connector.triton.TritonBench.Result;
import dev.eddy.connector.triton.TritonBenchCall;
import dev.eddy.connector.triton.TritonBenchRow;
import dev.eddy.console.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy bench triton}: what a generation on Triton costs the client above gRPC alone, as a table and as JSON. */
@Command(
        name = "triton",
        mixinStandardHelpOptions = true,
        description =
                "CPU time of this process for a generation on Triton, by gRPC alone (floor) and by Eddy's adapter. Asks a"
                        + " server that it starts beside itself, which answers at once, or the one of --endpoint.")
public final class BenchTritonCommand implements Callable<Integer> {
    private static final int MOST_STREAMS = 10_000;
    private static final int MOST = 3_600;

    @Option(names = "--json", paramLabel = "FILE", description = "Also writes the rows as JSON.")
    private Path json;

    @Option(names = "--streams", split = ",", description = "Calls at a time (${DEFAULT-VALUE}).")
    private int[] streams = {1, 100, 2_000};

    @Option(names = "--warm-up", description = "Seconds of each kind before it is measured (${DEFAULT-VALUE}).")
    private int warmUp = 5;

    @Option(names = "--seconds", description = "Seconds of a round (${DEFAULT-VALUE}).")
    private int seconds = 2;

    @Option(names = "--rounds", description = "Rounds of each kind, by turns (${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--tokens", description = "Most tokens of an answer (${DEFAULT-VALUE}).")
    private int tokens = 64;

    @Option(
            names = "--parts",
            description =
                    "Replies that an answer of the started server comes in, beside the empty last one (${DEFAULT-VALUE}).")
    private int parts = 1;

    @Option(names = "--endpoint", paramLabel = "HOST:PORT", description = "A Triton server, asked by gRPC.")
    private String endpoint;

    @Option(
            names = "--model",
            description =
                    "A model of the vLLM backend that the server has, named POLICY-NUMBER-HASH as Eddy names versions."
                            + " Without it a model without weights is loaded there and unloaded in the end.")
    private String model;

    @Option(names = "--tokenizer", paramLabel = "FILE", description = "The tokenizer.json of --model.")
    private Path tokenizer;

    @Option(names = "--family", description = "qwen2.5-vl or qwen3-vl (${DEFAULT-VALUE}): the family of --model.")
    private String family = QwenFamily.QWEN3_VL.label();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        check();
        TritonBenchCall call = asked();
        Path scratch = Files.createTempDirectory("eddy-bench");
        try {
            List<Result> results = measure(call, scratch);
            if (json != null) {
                Files.write(json, new ObjectMapper().writeValueAsBytes(written(results)));
            }
            return 0;
        } catch (CompletionException e) {
            throw new UserError(
                    "a call of the benchmark failed: " + e.getCause().getMessage(), e);
        } finally {
            FileUtils.deleteDirectory(scratch.toFile());
        }
    }

    private void check() {
        for (int many : streams) {
            check("--streams", many, 1, MOST_STREAMS);
        }
        check("--warm-up", warmUp, 0, MOST);
        check("--seconds", seconds, 1, MOST);
        check("--rounds", rounds, 1, MOST);
        check("--tokens", tokens, 1, 100_000);
        check("--parts", parts, 1, tokens);
        if (endpoint == null && model != null) {
            throw new UserError("--model is one of a server: name that by --endpoint");
        }
        if ((model == null) != (tokenizer == null)) {
            throw new UserError(
                    "--model and --tokenizer belong together: the tokenizer.json must be that of the model");
        }
    }

    private static void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new UserError(option + " must be from " + least + " to " + most + ", got " + value);
        }
    }

    private TritonBenchCall asked() {
        Path file = tokenizer == null ? text().resolve("1/tokenizer.json") : tokenizer;
        try {
            return TritonBenchCall.of(file, QwenFamily.of(family), tokens);
        } catch (IOException e) {
            throw new UserError("no tokenizer can be read from " + file + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new UserError("--family: " + e.getMessage(), e);
        }
    }

    /** The text model that comes with Eddy. */
    private static Path text() {
        return Path.of(System.getProperty("eddy.home", ".."), "docker", "triton", "text");
    }

    private List<Result> measure(TritonBenchCall call, Path scratch) throws Exception {
        if (endpoint == null) {
            try (BenchTritonServer server = new BenchTritonServer(call, parts)) {
                return measure(server.endpoint(), BenchTritonModel.OWN, call, scratch);
            }
        }
        if (model != null) {
            return measure(endpoint, BenchTritonModel.named(model), call, scratch);
        }
        try (BenchTritonModel own = new BenchTritonModel(endpoint, text())) {
            return measure(endpoint, BenchTritonModel.OWN, call, scratch);
        }
    }

    private List<Result> measure(String server, PolicyVersion version, TritonBenchCall call, Path scratch)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (TritonBench bench = new TritonBench(server, version, call, scratch)) {
            out.printf(
                    "a prompt of %d tokens, %d bytes a request; CPU time of this process%n",
                    call.prompt().tokens().length, bench.requestBytes());
            out.printf(
                    "%-8s %7s %9s %14s %19s %9s %9s %9s%n",
                    "kind", "streams", "calls", "CPU us a call", "min - max", "calls/s", "p50 ms", "p99 ms");
            List<Result> results = new ArrayList<>();
            for (int many : streams) {
                Result result =
                        bench.run(many, new Lengths(Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), rounds));
                print(out, result);
                results.add(result);
            }
            return results;
        }
    }

    private static void print(PrintWriter out, Result result) {
        for (TritonBenchRow row : List.of(result.floor(), result.adapter())) {
            out.printf(
                    "%-8s %7d %9d %14.1f %8.1f - %8.1f %9.0f %9.2f %9.2f%n",
                    row.kind(),
                    row.streams(),
                    row.calls(),
                    row.cpuMicrosPerCall(),
                    row.cpuMicrosMin(),
                    row.cpuMicrosMax(),
                    row.callsPerSecond(),
                    row.p50Ms(),
                    row.p99Ms());
        }
        out.printf(
                "ratio    %7d %24.2f %8.2f - %8.2f%n",
                result.floor().streams(), result.ratio(), result.ratioMin(), result.ratioMax());
        out.flush();
    }

    private static Map<String, Object> written(List<Result> results) {
        return Map.of(
                "rows",
                results.stream()
                        .flatMap(result -> Stream.of(result.floor(), result.adapter()))
                        .toList(),
                "ratios",
                results.stream()
                        .map(result -> Map.of(
                                "streams", result.floor().streams(),
                                "ratio", result.ratio(),
                                "min", result.ratioMin(),
                                "max", result.ratioMax()))
                        .toList());
    }
}
