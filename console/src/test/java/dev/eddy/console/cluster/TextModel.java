// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import com.google.protobuf.ByteString;
import dev.eddy.connector.triton.TritonClient;
import dev.eddy.port.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The text model of {@code docker/triton} as a version of a policy on a real Triton; unloaded when closed. */
record TextModel(String endpoint, String name, Path tokenizer) implements AutoCloseable {
    private static final Path FILES = Path.of("..", "docker", "triton", "text");
    private static final String TOKENIZER = "1/tokenizer.json";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private interface Call {
        CompletableFuture<Void> of(TritonClient client);
    }

    static TextModel load(String endpoint, String name) throws Exception {
        Map<String, ByteString> files = new HashMap<>();
        for (String file : new String[] {"1/model.py", TOKENIZER}) {
            files.put(file, ByteString.copyFrom(Files.readAllBytes(FILES.resolve(file))));
        }
        call(endpoint, client -> client.load(name, "{\"backend\": \"python\"}", files, PATIENCE));
        return new TextModel(
                endpoint, name, FILES.resolve(TOKENIZER).toAbsolutePath().normalize());
    }

    private static void call(String endpoint, Call call) throws Exception {
        try (Ports.Lease<TritonClient> client =
                Ports.lease(TritonClient.class, TritonClient.NAME, Map.of("endpoint", endpoint))) {
            call.of(client.get()).join();
        }
    }

    @Override
    public void close() throws Exception {
        call(endpoint, client -> client.unload(name, PATIENCE));
    }
}
