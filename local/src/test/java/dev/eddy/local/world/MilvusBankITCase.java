// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The same of banks whose vectors are in Milvus. */
@Tag("real-services")
class MilvusBankITCase extends LoadedBankITCase {
    private final String prefix = "b" + UUID.randomUUID().toString().replace("-", "");

    @Override
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return Ports.lease(
                VectorIndex.class, "milvus", Map.of("endpoint", address(), "prefix", prefix, "deadline-ms", "60000"));
    }

    /** Of the server that {@code scripts/services.sh} starts; what runs already is used. */
    private static String address() throws IOException, InterruptedException {
        Path script = Path.of("..", "scripts", "services.sh").toAbsolutePath().normalize();
        Process process = new ProcessBuilder(script.toString(), "up", "milvus-lite")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(script + " up milvus-lite failed: " + line);
        }
        return line.substring(line.indexOf('=') + 1);
    }
}
