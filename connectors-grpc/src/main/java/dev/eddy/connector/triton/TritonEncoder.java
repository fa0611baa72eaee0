// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * An embedding model that Triton serves: input BYTES[n], output FP32[n, length]. Thread-safe; cancelling a future stops the server. As
 * deterministic as the model is.
 */
public final class TritonEncoder implements Encoder {
    private final TritonBalancer servers;
    private final String model;
    private final String input;
    private final String output;
    private final Duration deadline;

    /** One whose clients are leased: their settings are those that the encoder's own leave over. */
    private TritonEncoder(SettingsReader settings) throws IOException {
        model = settings.needed("model", "a model's name");
        input = settings.text("input", "text");
        output = settings.text("output", "embedding");
        deadline = Duration.ofMillis(settings.atLeast(1, "deadline-ms", 10_000));
        servers = new TritonBalancer(settings);
    }

    @Override
    public CompletableFuture<Vectors> texts(List<String> texts) {
        if (texts.isEmpty()) {
            return CompletableFuture.completedFuture(new Vectors(List.of()));
        }
        String id = UUID.randomUUID().toString();
        InferenceCall call =
                new InferenceCall(model, "", id, List.of(TensorCodec.of(input, texts)), List.of(output), deadline);
        return Chain.then(
                servers.call(id, client -> client.infer(call)),
                answer -> CompletableFuture.completedFuture(vectors(answer.output(output), texts.size())));
    }

    private static Vectors vectors(Tensor tensor, int texts) {
        float[] all = TensorCodec.floats(tensor);
        if (tensor.shape().size() != 2 || tensor.shape().get(0) != texts || all.length == 0) {
            throw invalid("output '" + tensor.name() + "' of " + texts + " texts has the shape " + tensor.shape()
                    + ", expected a row a text");
        }
        int length = all.length / texts;
        List<float[]> vectors = new ArrayList<>(texts);
        for (int text = 0; text < texts; text++) {
            float[] vector = Arrays.copyOfRange(all, text * length, (text + 1) * length);
            double square = 0;
            for (float element : vector) {
                square += (double) element * element;
            }
            if (!(square > 0) || Double.isInfinite(square)) {
                throw invalid("the vector of text " + text + " has the squared length " + square);
            }
            vectors.add(vector);
        }
        return new Vectors(vectors);
    }

    private static PortException invalid(String why) {
        return new PortException(EffectStatus.INVALID, "the encoder's answer cannot be used: " + why);
    }

    @Override
    public void close() {
        servers.close();
    }

    /**
     * Name {@code triton}. Settings: {@code model}, its {@code input} ({@code text}) and {@code output} ({@code embedding}), {@code
     * deadline-ms} (10000) of a call, those of {@link GrpcSettings}, where {@code endpoint} may list several servers, and of {@link
     * TritonBalancer}.
     */
    public static final class Factory implements PortFactory<Encoder> {
        @Override
        public Class<Encoder> port() {
            return Encoder.class;
        }

        @Override
        public String name() {
            return TritonClient.NAME;
        }

        @Override
        public Encoder open(Map<String, String> settings) throws IOException {
            return new TritonEncoder(new SettingsReader("an encoder on Triton", settings));
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return true;
        }
    }
}
