// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/** The Redis that {@code scripts/services.sh} starts; what runs already is used. */
final class RealRedis {
    private RealRedis() {}

    /** Settings of a client to which the server looks empty. */
    static Map<String, String> settings() throws IOException, InterruptedException {
        Path script = Path.of("..", "scripts", "services.sh").toAbsolutePath().normalize();
        Process process = new ProcessBuilder(script.toString(), "up", "redis")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String address = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(script + " up redis failed: " + address);
        }
        String[] parts = address.substring(address.indexOf('=') + 1).split(":");
        return Map.of(
                "host", parts[0], "port", parts[1], "prefix", UUID.randomUUID().toString(), "deadline-ms", "60000");
    }
}
