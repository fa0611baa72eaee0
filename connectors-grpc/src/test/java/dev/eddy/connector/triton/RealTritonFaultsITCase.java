// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.RealServices;
import dev.eddy.port.RowScorer;
import dev.eddy.schemas.EffectStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server's worst day; what it refuses on a good one is in {@link RealTritonPolicyModelITCase}. */
@Tag("real-services")
class RealTritonFaultsITCase {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String CONFIG = """
            {"backend": "python", "max_batch_size": 0,
             "input": [{"name": "x", "data_type": "TYPE_FP32", "dims": [-1]}],
             "output": [{"name": "x", "data_type": "TYPE_FP32", "dims": [-1]}]}
            """;
    private static final String SLEEPS = """
            import time
            class TritonPythonModel:
                def execute(self, requests):
                    time.sleep(600)
            """;

    @TempDir
    Path folder;

    private String endpoint;
    private TritonClient client;

    @BeforeEach
    void start() throws Exception {
        endpoint = RealServices.up("triton", folder);
        client = open(1 << 20);
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        RealServices.down("triton", folder);
    }

    private TritonClient open(int maxBytes) throws Exception {
        return new TritonClient.Factory()
                .open(Map.of("endpoint", endpoint, "max-message-bytes", Integer.toString(maxBytes)));
    }

    private CompletableFuture<InferenceAnswer> infer(String model, Duration deadline) {
        return client.infer(new InferenceCall(
                model, "", "r#1", List.of(TensorCodec.of("x", new float[1], 1)), List.of(), deadline));
    }

    @Test
    void callsInTheAirAndLaterOnesAreUnavailableOnceItIsKilled() throws Exception {
        await(client.load("sleeps", CONFIG, Map.of("1/model.py", ByteString.copyFromUtf8(SLEEPS)), LONG));
        CompletableFuture<InferenceAnswer> first = infer("sleeps", LONG);
        CompletableFuture<InferenceAnswer> second = infer("sleeps", LONG);
        assertFails(infer("sleeps", Duration.ofSeconds(1)), EffectStatus.TIMEOUT); // so the two are with the server

        RealServices.kill("triton", folder);

        assertFails(first, EffectStatus.UNAVAILABLE);
        assertFails(second, EffectStatus.UNAVAILABLE);
        assertFails(client.ready("text", LONG), EffectStatus.UNAVAILABLE).hasMessageContaining("'endpoint'");
        assertFails(client.load("more", CONFIG, Map.of(), LONG), EffectStatus.UNAVAILABLE);
        PolicyVersion version = new PolicyVersion("acticl", 0, "0".repeat(64));
        try (RowScorer scorer = new TritonRowScorer.Factory().open(Map.of("endpoint", endpoint));
                PolicyDeployer deployer = new TritonPolicyDeployer.Factory().open(Map.of("endpoint", endpoint))) {
            assertFails(scorer.score(version, "act", new float[][] {{1}}), EffectStatus.UNAVAILABLE);
            assertFails(deployer.deploy(version, new byte[0]), EffectStatus.UNAVAILABLE);
            assertFails(deployer.serves(version), EffectStatus.UNAVAILABLE);
            assertFails(deployer.retire(version), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void messagesOverTheLimitAndWrongTensorsAreRejected() throws Exception {
        List<String> texts = Collections.nCopies(200, "as long as its vector is not");
        InferenceCall call =
                new InferenceCall("embedding", "", "r#1", List.of(TensorCodec.of("text", texts)), List.of(), LONG);
        try (TritonClient narrow = open(100_000); // 200 KB come back
                TritonClient narrower = open(1_000)) {
            assertFails(narrow.infer(call), EffectStatus.REJECTED).hasMessageContaining("'max-message-bytes'");
            assertFails(narrower.infer(call), EffectStatus.REJECTED).hasMessageContaining("the request takes");
        }
        assertFails(infer("embedding", LONG), EffectStatus.REJECTED).hasMessageContaining("INVALID_ARGUMENT");
        assertThat(await(client.infer(call)).output("embedding").shape()).containsExactly(200L, 256L);
    }
}
