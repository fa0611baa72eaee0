// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndexContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The contract with the Milvus Lite that {@code scripts/services.sh} starts; what runs already is used. */
@Tag("real-services")
class MilvusLiteITCase extends VectorIndexContract {
    private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "");

    /** The server's name in the script. */
    String service() {
        return "milvus-lite";
    }

    @Override
    protected VectorIndex open() throws Exception {
        Path script = Path.of("..", "scripts", "services.sh").toAbsolutePath().normalize();
        Process process = new ProcessBuilder(script.toString(), "up", service())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(script + " up " + service() + " failed: " + line);
        }
        return new MilvusIndex.Factory()
                .open(Map.of(
                        "endpoint",
                        line.substring(line.indexOf('=') + 1),
                        "prefix",
                        prefix,
                        "consistency",
                        "strong",
                        "deadline-ms",
                        "60000"));
    }
}
