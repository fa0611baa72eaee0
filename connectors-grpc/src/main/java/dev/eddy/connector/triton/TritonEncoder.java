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
 * Embedding models that Triton serves: one of texts and, where a setting names it, one of pictures whose vectors are of the same space,
 * as the towers of SigLIP are. Input BYTES[n], output FP32[n, length]; a picture goes as the PNG or JPEG that it is, and decoding and
 * scaling it is the model's. Thread-safe; cancelling a future stops the server. As deterministic as the models are.
 */
public final class TritonEncoder implements Encoder {
    private final TritonBalancer servers;
    private final Tower ofTexts;
    private final Tower ofPictures;
    private final Duration deadline;

    /** Where one kind of things becomes vectors. */
    private record Tower(String model, String input, String output) {}

    /** One whose clients are leased: their settings are those that the encoder's own leave over. */
    private TritonEncoder(SettingsReader settings) throws IOException {
        ofTexts = new Tower(
                settings.needed("model", "a model's name"),
                settings.text("input", "text"),
                settings.text("output", "embedding"));
        Tower pictures = new Tower(
                settings.text("picture-model", null),
                settings.text("picture-input", "picture"),
                settings.text("picture-output", "embedding"));
        ofPictures = pictures.model() == null ? null : pictures;
        deadline = Duration.ofMillis(settings.atLeast(1, "deadline-ms", 10_000));
        servers = new TritonBalancer(settings);
    }

    @Override
    public CompletableFuture<Vectors> texts(List<String> texts) {
        return vectors(ofTexts, TensorCodec.of(ofTexts.input(), texts), texts.size());
    }

    @Override
    public boolean seesPictures() {
        return ofPictures != null;
    }

    @Override
    public CompletableFuture<Vectors> pictures(List<byte[]> files) {
        if (ofPictures == null) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.REJECTED,
                    "the encoder on Triton has no model of pictures: name one in its setting 'picture-model'"));
        }
        byte[][] all = files.toArray(byte[][]::new);
        return vectors(ofPictures, TensorCodec.of(ofPictures.input(), all, all.length), all.length);
    }

    private CompletableFuture<Vectors> vectors(Tower tower, Tensor things, int count) {
        if (count == 0) {
            return CompletableFuture.completedFuture(new Vectors(List.of()));
        }
        String id = UUID.randomUUID().toString();
        InferenceCall call =
                new InferenceCall(tower.model(), "", id, List.of(things), List.of(tower.output()), deadline);
        return Chain.then(
                servers.call(id, client -> client.infer(call)),
                answer -> CompletableFuture.completedFuture(vectors(answer.output(tower.output()), count)));
    }

    private static Vectors vectors(Tensor tensor, int count) {
        float[] all = TensorCodec.floats(tensor);
        if (tensor.shape().size() != 2 || tensor.shape().get(0) != count || all.length == 0) {
            throw invalid("output '" + tensor.name() + "' of " + count + " inputs has the shape " + tensor.shape()
                    + ", expected a row for each");
        }
        int length = all.length / count;
        List<float[]> vectors = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            float[] vector = Arrays.copyOfRange(all, row * length, (row + 1) * length);
            double square = 0;
            for (float element : vector) {
                square += (double) element * element;
            }
            if (!(square > 0) || Double.isInfinite(square)) {
                throw invalid("vector " + row + " has the squared length " + square);
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
     * Name {@code triton}. Settings: {@code model}, its {@code input} ({@code text}) and {@code output} ({@code embedding}); {@code
     * picture-model}, which may be the same, without which there are no pictures, its {@code picture-input} ({@code picture}) and {@code
     * picture-output} ({@code embedding}); {@code deadline-ms} (10000) of a call, those of {@link GrpcSettings}, where {@code endpoint} may list several servers, and of {@link
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
