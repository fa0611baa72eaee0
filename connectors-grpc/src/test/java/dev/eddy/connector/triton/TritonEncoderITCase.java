// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.connector.triton.TritonReplies.outputs;
import static dev.eddy.port.PortFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;
import dev.eddy.schemas.EffectStatus;
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

    private Encoder open(String model) throws Exception {
        return new TritonEncoder.Factory().open(Map.of("endpoint", server.endpoint(), "model", model));
    }

    @Override
    protected Encoder open() throws Exception {
        server = new FakeTriton()
                .withUnary("lengths", TritonEncoderITCase::lengths)
                .withUnary("zero", request -> outputs(List.of(TensorCodec.of("embedding", new float[2], 1, 2))))
                .withUnary("flat", request -> outputs(List.of(TensorCodec.of("embedding", new float[2], 2))));
        return open("lengths");
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
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
