// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;

/** The servers that {@code scripts/services.sh} starts; what runs already is used. */
public final class RealServices {
    private RealServices() {}

    /**
     * Starts a server where none runs.
     *
     * @param name as the script calls it
     * @return host and port
     */
    public static String up(String name) throws IOException, InterruptedException {
        Path script = Path.of("..", "scripts", "services.sh").toAbsolutePath().normalize();
        Process process = new ProcessBuilder(script.toString(), "up", name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(script + " up " + name + " failed: " + printed);
        }
        return printed.substring(printed.indexOf('=') + 1);
    }
}
