// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.connector.triton.TritonReplies.outputs;
import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;
import dev.eddy.schemas.EffectStatus;
import java.awt.Color;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TritonEncoderITCase extends EncoderContract {
    private FakeTriton server;

    private static ModelInferResponse.Builder lengths(ModelInferRequest request) {
        int texts = (int) request.getInputs(0).getShape(0);
        byte[] bytes = request.getRawInputContents(0).toByteArray();
        float[] vectors = new float[2 * texts];
        for (int text = 0, at = 0; text < texts; text++) {
            vectors[2 * text] = 1;
            vectors[2 * text + 1] = bytes[at];
            at += Integer.BYTES + bytes[at];
        }
        return outputs(List.of(TensorCodec.of("embedding", vectors, texts, 2)));
    }

    /** Whole pictures, since a picture's beginning says nothing of what it shows. */
    private static ModelInferResponse.Builder sums(ModelInferRequest request) {
        int pictures = (int) request.getInputs(0).getShape(0);
        ByteBuffer raw = request.getRawInputContents(0).asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        float[] vectors = new float[2 * pictures];
        for (int picture = 0; picture < pictures; picture++) {
            vectors[2 * picture] = 1;
            for (int left = raw.getInt(); left > 0; left--) {
                vectors[2 * picture + 1] += raw.get();
            }
        }
        return outputs(List.of(TensorCodec.of("vector", vectors, pictures, 2)));
    }

    private Encoder open(String model) throws Exception {
        return new TritonEncoder.Factory().open(Map.of("endpoint", server.endpoint(), "model", model));
    }

    @Override
    protected Encoder open() throws Exception {
        server = new FakeTriton()
                .withUnary("lengths", TritonEncoderITCase::lengths)
                .withUnary("sums", TritonEncoderITCase::sums)
                .withUnary("zero", request -> outputs(List.of(TensorCodec.of("embedding", new float[2], 1, 2))))
                .withUnary("flat", request -> outputs(List.of(TensorCodec.of("embedding", new float[2], 2))));
        return open(Map.of("picture-model", "sums", "picture-input", "file", "picture-output", "vector"));
    }

    private Encoder open(Map<String, String> pictures) throws Exception {
        Map<String, String> settings = new HashMap<>(pictures);
        settings.putAll(Map.of("endpoint", server.endpoint(), "model", "lengths"));
        return new TritonEncoder.Factory().open(settings);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void aPictureGoesAsTheFileThatItIs() throws Exception {
        byte[] png = EncoderContract.square(Color.RED);
        try (Encoder encoder = open(Map.of("picture-model", "sums", "picture-output", "vector"))) {
            assertThat(encoder.seesPictures()).isTrue();
            await(encoder.pictures(List.of(png)));
        }

        ModelInferRequest request = server.requests.remove();
        assertThat(request.getModelName()).isEqualTo("sums");
        assertThat(request.getInputs(0).getName()).isEqualTo("picture");
        assertThat(request.getInputs(0).getDatatype()).isEqualTo("BYTES");
        assertThat(request.getRawInputContents(0).substring(Integer.BYTES).toByteArray())
                .isEqualTo(png);
    }

    @Test
    void withoutAModelOfPicturesTheSettingIsNamed() throws Exception {
        try (Encoder encoder = open(Map.of())) {
            assertThat(encoder.seesPictures()).isFalse();
            assertFails(encoder.pictures(List.of(EncoderContract.square(Color.RED))), EffectStatus.REJECTED)
                    .hasMessageContaining("'picture-model'");
        }
    }

    @Test
    void whatIsNoVectorIsInvalid() throws Exception {
        for (String model : List.of("zero", "flat", "echo")) {
            try (Encoder encoder = open(model)) {
                assertFails(encoder.texts(List.of("x")), EffectStatus.INVALID);
            }
        }
    }

    @Test
    void whatIsWrongIsNamed() {
        TritonEncoder.Factory factory = new TritonEncoder.Factory();

        assertThatThrownBy(() -> factory.open(Map.of("endpoint", "triton:8001")))
                .hasMessageContaining("'model'");
        assertThatThrownBy(() -> factory.open(Map.of("endpoint", "triton:8001", "model", "m", "deadline-ms", "0")))
                .hasMessageContaining("setting 'deadline-ms'");
    }
}
