// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.grpc.GrpcChannel;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.triton.ClosedLoop.Measured;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.port.PolicyModel;
import dev.eddy.schemas.Decoding;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * What a generation on Triton costs this process above gRPC alone. The same request goes to the same model over channels of the same
 * settings, by turns: as bytes that were made before, whose answers nobody reads, and through {@link TritonPolicyModel}. Not
 * thread-safe; nothing else should run in the process.
 */
public final class TritonBench implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final PolicyVersion version;
    private final List<PromptSegment> prompt;
    private final int tokens;
    private final PolicyModel model;
    private final GrpcSettings settings;
    private final ManagedChannel channel;
    private final ModelInferRequest request;
    private final AtomicLong calls = new AtomicLong();

    /** How long is measured: first a warm-up of each kind, then so many rounds of each, by turns. */
    public record Lengths(Duration warmUp, Duration round, int rounds) {}

    /**
     * What both kinds took with so many calls at a time.
     *
     * @param ratio of the adapter's CPU time a call to that of the floor: the median of the rounds, each beside its own floor
     */
    public record Result(
            TritonBenchRow floor, TritonBenchRow adapter, double ratio, double ratioMin, double ratioMax) {}

    /**
     * Connects with its first call.
     *
     * @param endpoint host and gRPC port
     * @param version that is loaded there under the name by {@link PolicyModelNames#of}
     * @param scratch an empty folder
     */
    public TritonBench(String endpoint, PolicyVersion version, TritonBenchCall call, Path scratch) throws IOException {
        this.version = version;
        prompt = call.segments();
        tokens = call.tokens();
        settings = GrpcSettings.of(new SettingsReader("the benchmark", Map.of("endpoint", endpoint)));
        model = new TritonPolicyModel.Factory()
                .open(Map.of(
                        "endpoint",
                        endpoint,
                        "tokenizer",
                        call.file().toString(),
                        "family",
                        call.family().label(),
                        "deadline-ms",
                        Long.toString(DEADLINE.toMillis()),
                        "blobs",
                        "file",
                        "blobs.path",
                        scratch.toUri().toString()));
        channel = GrpcChannel.open(settings, System::getenv, GrpcChannel::bearer);
        PolicyModel.Request asked = request(0);
        request = new InferenceCall(
                        PolicyModelNames.of(version),
                        "",
                        asked.requestId(),
                        VllmBackend.inputs(call.prompt().text(), List.of(), asked, model.card()),
                        List.of(),
                        DEADLINE)
                .streamed();
    }

    /** Bytes of a request. */
    public int requestBytes() {
        return request.getSerializedSize();
    }

    /**
     * Measures both kinds with so many calls at a time.
     *
     * @throws java.util.concurrent.CompletionException as the first call that failed
     */
    public Result run(int streams, Lengths lengths) {
        Supplier<CompletableFuture<?>> floor = () -> BareCall.begin(channel, request, DEADLINE);
        Supplier<CompletableFuture<?>> adapter = () -> model.generate(request(calls.incrementAndGet()));
        ClosedLoop.run(streams, lengths.warmUp(), floor);
        ClosedLoop.run(streams, lengths.warmUp(), adapter);
        List<Measured> floors = new ArrayList<>();
        List<Measured> adapters = new ArrayList<>();
        double[] ratios = new double[lengths.rounds()];
        for (int round = 0; round < ratios.length; round++) {
            floors.add(ClosedLoop.run(streams, lengths.round(), floor));
            adapters.add(ClosedLoop.run(streams, lengths.round(), adapter));
            ratios[round] =
                    adapters.get(round).cpuMicrosPerCall() / floors.get(round).cpuMicrosPerCall();
        }
        Arrays.sort(ratios);
        return new Result(
                row("floor", streams, floors),
                row("adapter", streams, adapters),
                ratios[ratios.length / 2],
                ratios[0],
                ratios[ratios.length - 1]);
    }

    private PolicyModel.Request request(long number) {
        return new PolicyModel.Request("bench#" + number, "bench", version, prompt, tokens, Decoding.GREEDY, 1);
    }

    private static TritonBenchRow row(String kind, int streams, List<Measured> rounds) {
        double[] cpu = sorted(rounds, Measured::cpuMicrosPerCall);
        return new TritonBenchRow(
                kind,
                streams,
                rounds.stream().mapToLong(round -> round.latencies().length).sum(),
                cpu[cpu.length / 2],
                cpu[0],
                cpu[cpu.length - 1],
                median(rounds, Measured::callsPerSecond),
                median(rounds, round -> round.latencyMs(0.5)),
                median(rounds, round -> round.latencyMs(0.99)));
    }

    private static double median(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
        return sorted(rounds, figure)[rounds.size() / 2];
    }

    private static double[] sorted(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
        return rounds.stream().mapToDouble(figure).sorted().toArray();
    }

    @Override
    public void close() {
        GrpcChannel.close(channel, settings);
        model.close();
    }
}
