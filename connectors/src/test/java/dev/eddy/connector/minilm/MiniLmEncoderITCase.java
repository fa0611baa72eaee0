// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.minilm;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtEnvironment;
import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;
import dev.eddy.port.Ports;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MiniLmEncoderITCase extends EncoderContract {
    /** Eight-bit arithmetic differs a little from one kind of processor to the next. */
    private static final double PROCESSORS = 0.05;

    @BeforeAll
    static void nativeLibraryLoads() {
        try {
            assertThat(OrtEnvironment.getEnvironment()).isNotNull();
        } catch (LinkageError e) {
            Assumptions.abort("ONNX Runtime has no library that loads on this machine: " + e);
        }
    }

    @Override
    protected Encoder open() throws Exception {
        return new MiniLmEncoder(2);
    }

    @Test
    void whatMeansTheSameIsAlikeWhateverItsWords() throws Exception {
        try (Encoder encoder = open()) {
            List<float[]> vectors = vectors(
                    encoder,
                    "a cat sits on the mat",
                    "a kitten is sitting on a rug",
                    "quarterly revenue grew by ten percent",
                    "A CAT sits on the mat");

            assertThat(vectors.get(0)).hasSize(384);
            assertThat(product(vectors.get(0), vectors.get(1))).isCloseTo(0.68, within(PROCESSORS));
            assertThat(product(vectors.get(0), vectors.get(2))).isCloseTo(0, within(2 * PROCESSORS));
            assertThat(product(vectors.get(0), vectors.get(3))).isCloseTo(1, within(1e-5));
        }
    }

    @Test
    void aVectorDoesNotDependOnCompanyOrThread() throws Exception {
        try (Encoder encoder = open()) {
            float[] alone = vectors(encoder, "Paris").get(0);
            List<CompletableFuture<float[]>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(encoder.texts(List.of("word ".repeat(i), "Paris"))
                        .thenApply(found -> found.vectors().get(1)));
            }

            assertThat(calls).allSatisfy(call -> assertThat(await(call)).containsExactly(alone));
        }
    }

    @Test
    void hostileTextsHaveVectorsToo() throws Exception {
        try (Encoder encoder = open()) {
            assertThat(vectors(encoder, "\ud800", "\u0000\u0007", "[SEP][CLS]", "é".repeat(1_000_000), "\u202e"))
                    .allSatisfy(vector -> assertThat(product(vector, vector)).isCloseTo(1, within(1e-5)));
        }
    }

    @Test
    void closingEndsEveryCall() throws Exception {
        Encoder encoder = open();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(encoder.texts(Collections.nCopies(100, "a text that takes a moment")));
        }
        encoder.close();

        assertThat(calls).allMatch(CompletableFuture::isDone);
        assertFails(encoder.texts(List.of("late")), EffectStatus.UNAVAILABLE).hasMessageContaining("closed");
    }

    @Test
    void whatWaitsIsBounded() throws Exception {
        try (Encoder encoder = open()) {
            List<CompletableFuture<?>> calls = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                calls.add(encoder.texts(List.of("a text that takes a moment")));
            }

            assertThat(calls).anyMatch(CompletableFuture::isCompletedExceptionally);
        }
    }

    @Test
    void itIsFoundByNameAndNamesTheSettingAtFault() throws Exception {
        try (Ports.Lease<Encoder> encoder = Ports.lease(Encoder.class, "minilm", Map.of("threads", "2"))) {
            assertThat(encoder.get()).isInstanceOf(MiniLmEncoder.class);
        }
        assertThatThrownBy(() -> Ports.lease(Encoder.class, "minilm", Map.of("threads", "0")))
                .hasMessageContaining("threads")
                .hasMessageContaining("'0'");
        assertThatThrownBy(() -> Ports.lease(Encoder.class, "minilm", Map.of("model", "x")))
                .hasMessageContaining("model");
    }

    private static List<float[]> vectors(Encoder encoder, String... texts) {
        return await(encoder.texts(List.of(texts))).vectors();
    }

    private static double product(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
