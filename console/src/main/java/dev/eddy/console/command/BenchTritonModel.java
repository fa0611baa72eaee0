// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import com.google.protobuf.ByteString;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.triton.TritonClient;
import dev.eddy.console.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The model that a benchmark asks a real Triton for: one that is there, or Eddy's text model without weights for as long as it takes. */
final class BenchTritonModel implements AutoCloseable {
    /** That of Eddy's own model, and of what the benchmark's own server answers for. */
    static final PolicyVersion OWN = new PolicyVersion("bench", 0, "0".repeat(64));

    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,18})-([0-9a-f]{12})");

    private final TritonClient client;
    private final String endpoint;

    /**
     * Loads Eddy's own.
     *
     * @param folder that has it, {@code docker/triton/text}
     */
    BenchTritonModel(String endpoint, Path folder) throws IOException {
        this.endpoint = endpoint;
        Map<String, ByteString> files = new HashMap<>();
        for (String file : new String[] {"1/model.py", "1/tokenizer.json"}) {
            files.put(file, ByteString.copyFrom(Files.readAllBytes(folder.resolve(file))));
        }
        client = new TritonClient.Factory().open(Map.of("endpoint", endpoint));
        try {
            await(client.load(PolicyModelNames.of(OWN), "{\"backend\": \"python\"}", files, DEADLINE));
        } catch (UserError e) {
            client.close();
            throw e;
        }
    }

    /** The version that a model's name tells. */
    static PolicyVersion named(String model) {
        Matcher name = NAME.matcher(model);
        if (!name.matches()) {
            throw new UserError(
                    "--model must be named as Eddy names the versions of policies, POLICY-NUMBER-HASH with 12"
                            + " hexadecimal digits, such as 'acticl-3-abababababab', got '" + model + "'");
        }
        return new PolicyVersion(name.group(1), Long.parseLong(name.group(2)), name.group(3) + "0".repeat(52));
    }

    private void await(CompletableFuture<Void> done) {
        try {
            done.join();
        } catch (CompletionException e) {
            throw new UserError(
                    "--endpoint " + endpoint + ": " + e.getCause().getMessage()
                            + ". Without --model the server must let models be loaded (--model-control-mode=explicit).",
                    e);
        }
    }

    @Override
    public void close() {
        try {
            await(client.unload(PolicyModelNames.of(OWN), DEADLINE));
        } finally {
            client.close();
        }
    }
}
