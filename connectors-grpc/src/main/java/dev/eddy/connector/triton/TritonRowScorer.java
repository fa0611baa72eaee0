// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.RowScorer;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Small networks that Triton computes, each version a model of its own, which {@link TritonPolicyDeployer} loads: rows in, logits
 * out. Rows of calls that are made at once go through a network together, by the server's dynamic batching. Thread-safe;
 * cancelling a future stops the server.
 */
public final class TritonRowScorer implements RowScorer {
    private static final String ROWS = "rows";
    private static final String LOGITS = "logits";
    private static final String NETWORK = "network";

    private final TritonBalancer servers;
    private final Duration deadline;

    /** One whose clients are leased: their settings are those that the scorer's own leave over. */
    private TritonRowScorer(SettingsReader settings) throws IOException {
        deadline = Duration.ofMillis(settings.atLeast(1, "deadline-ms", 10_000));
        servers = new TritonBalancer(settings);
    }

    @Override
    public CompletableFuture<float[][]> score(PolicyVersion version, String network, float[][] rows) {
        if (rows.length == 0) {
            return CompletableFuture.completedFuture(rows);
        }
        InferenceCall call = new InferenceCall(
                PolicyModelNames.of(version),
                "",
                network,
                List.of(tensor(rows)),
                List.of(LOGITS),
                Map.of(NETWORK, network),
                deadline);
        // Rows have no owner, and a server keeps nothing of them: any will do.
        String key = Long.toString(ThreadLocalRandom.current().nextLong());
        return Chain.then(
                servers.call(key, client -> client.infer(call)),
                answer -> CompletableFuture.completedFuture(logits(answer.output(LOGITS), rows.length)));
    }

    private static Tensor tensor(float[][] rows) {
        int length = rows[0].length;
        float[] values = new float[rows.length * length];
        for (int row = 0; row < rows.length; row++) {
            System.arraycopy(rows[row], 0, values, row * length, length);
        }
        return TensorCodec.of(ROWS, values, rows.length, length);
    }

    private static float[][] logits(Tensor tensor, int rows) {
        float[] values = TensorCodec.floats(tensor);
        if (tensor.shape().size() != 2 || tensor.shape().get(0) != rows) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "output '" + LOGITS + "' of " + rows + " rows has the shape " + tensor.shape()
                            + ", expected as many rows");
        }
        int length = values.length / rows;
        float[][] logits = new float[rows][];
        for (int row = 0; row < rows; row++) {
            logits[row] = Arrays.copyOfRange(values, row * length, (row + 1) * length);
        }
        return logits;
    }

    @Override
    public void close() {
        servers.close();
    }

    /**
     * Name {@code triton}. Settings: {@code deadline-ms} (10000) of a call, those of {@link
     * dev.eddy.connector.grpc.GrpcSettings}, where {@code endpoint} may list several servers, and of {@link TritonBalancer}.
     */
    public static final class Factory implements PortFactory<RowScorer> {
        @Override
        public Class<RowScorer> port() {
            return RowScorer.class;
        }

        @Override
        public String name() {
            return TritonClient.NAME;
        }

        @Override
        public RowScorer open(Map<String, String> settings) throws IOException {
            return new TritonRowScorer(new SettingsReader("small networks on Triton", settings));
        }
    }
}
