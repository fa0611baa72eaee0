// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.triton.TritonBenchCall;
import dev.eddy.connector.triton.TritonBenchServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@link TritonBenchServer} in a JVM of its own, so that the CPU time of this one is the client's alone. It ends with this object,
 * and with this process, however that ends.
 */
final class BenchTritonServer implements AutoCloseable {
    private final Process process;
    private final int port;

    BenchTritonServer(TritonBenchCall call, int parts) throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BenchTritonServer.class.getName(),
                        call.file().toString(),
                        call.family().label(),
                        Integer.toString(call.tokens()),
                        Integer.toString(parts)))
                .redirectError(Redirect.INHERIT)
                .start();
        String printed =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (printed == null) {
            throw new IOException("the server of the benchmark did not start; what it said stands above");
        }
        port = Integer.parseInt(printed);
    }

    String endpoint() {
        return "127.0.0.1:" + port;
    }

    /** Prints its port, and serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        TritonBenchCall call =
                TritonBenchCall.of(Path.of(arguments[0]), QwenFamily.of(arguments[1]), Integer.parseInt(arguments[2]));
        try (TritonBenchServer server = new TritonBenchServer(call, Integer.parseInt(arguments[3]))) {
            System.out.println(server.port());
            System.in.readAllBytes();
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
