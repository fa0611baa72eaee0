// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PortFactory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Loads weights of small networks, files of safetensors, into Triton: each version as a model under a name of its own, so that those
 * before it go on serving. A load takes the server about two seconds and 40 MB. The server must run with explicit model control.
 * Of several servers each is given each version, since calls go to any: where one fails, so has all of it. Thread-safe.
 */
public final class TritonPolicyDeployer implements PolicyDeployer {
    /** Rows are the batch, so that those of several requests can be put together, those of networks of other lengths too. */
    private static final String CONFIG = """
            {
              "backend": "python",
              "max_batch_size": 16384,
              "dynamic_batching": {},
              "instance_group": [{"kind": "KIND_CPU", "count": 1}],
              "input": [{"name": "rows", "data_type": "TYPE_FP32", "dims": [-1], "allow_ragged_batch": true}],
              "output": [{"name": "logits", "data_type": "TYPE_FP32", "dims": [-1]}]
            }
            """;

    private static final String MODEL = "1/model.py";
    private static final String WEIGHTS = "1/weights.safetensors";

    private final TritonClients servers;
    private final Duration deadline;
    private final ByteString model;

    /** One whose clients are leased: their settings are those that the deployer's own leave over. */
    private TritonPolicyDeployer(SettingsReader settings) throws IOException {
        deadline = Duration.ofMillis(settings.atLeast(1, "deadline-ms", 60_000));
        model = model();
        servers = new TritonClients(settings);
    }

    private static ByteString model() throws IOException {
        try (InputStream in = TritonPolicyDeployer.class.getResourceAsStream(MODEL)) {
            if (in == null) {
                throw new FileNotFoundException(
                        MODEL + " is missing from the class path: build docker/triton/small in");
            }
            return ByteString.readFrom(in);
        }
    }

    @Override
    public CompletableFuture<Void> deploy(PolicyVersion version, byte[] weights) {
        String name = PolicyModelNames.of(version);
        Map<String, ByteString> files = Map.of(MODEL, model, WEIGHTS, UnsafeByteOperations.unsafeWrap(weights));
        // All are asked before one loads anything: while one is down, the others would be filled with what is never
        // announced.
        return Chain.then(
                serves(version),
                everywhere -> everywhere
                        ? CompletableFuture.completedFuture(null)
                        : onEach(client -> Chain.then(
                                client.ready(name, deadline),
                                there -> there
                                        ? CompletableFuture.completedFuture(null)
                                        : client.load(name, CONFIG, files, deadline))));
    }

    @Override
    public CompletableFuture<Boolean> serves(PolicyVersion version) {
        String name = PolicyModelNames.of(version);
        return Chain.then(
                servers.each(client -> client.ready(name, deadline)),
                there -> CompletableFuture.completedFuture(there.stream().allMatch(ready -> ready)));
    }

    @Override
    public CompletableFuture<Void> retire(PolicyVersion version) {
        String name = PolicyModelNames.of(version);
        return onEach(client -> Chain.then(
                client.ready(name, deadline),
                there -> there ? client.unload(name, deadline) : CompletableFuture.completedFuture(null)));
    }

    private CompletableFuture<Void> onEach(Function<TritonClient, CompletableFuture<Void>> call) {
        return Chain.then(servers.each(call), done -> CompletableFuture.completedFuture(null));
    }

    @Override
    public void close() {
        servers.close();
    }

    /**
     * Name {@code triton}. Settings: {@code deadline-ms} (60000) of a load, and those of {@link
     * dev.eddy.connector.grpc.GrpcSettings}, where {@code endpoint} may list several servers.
     */
    public static final class Factory implements PortFactory<PolicyDeployer> {
        @Override
        public Class<PolicyDeployer> port() {
            return PolicyDeployer.class;
        }

        @Override
        public String name() {
            return TritonClient.NAME;
        }

        @Override
        public PolicyDeployer open(Map<String, String> settings) throws IOException {
            return new TritonPolicyDeployer(new SettingsReader("a deployer of policies to Triton", settings));
        }
    }
}
