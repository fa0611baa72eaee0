// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;

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
        return address(run("up", name, Map.of()));
    }

    /**
     * Starts one that nobody shares, to be stopped as one likes.
     *
     * @param folder below which it keeps its data and a file {@code process}: id, start and port
     * @return host and port
     */
    public static String up(String name, Path folder) throws IOException, InterruptedException {
        return address(run("up", name, Map.of("EDDY_RUN", folder.toString())));
    }

    /** Kills one that nobody shares, as a machine does that loses its power. */
    public static void kill(String name, Path folder) throws IOException {
        String process = Files.readString(folder.resolve(name).resolve("process"));
        ProcessHandle server =
                ProcessHandle.of(Long.parseLong(process.split(" ")[0])).orElseThrow();
        List<ProcessHandle> children = server.children().toList();
        server.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        server.onExit().join();
    }

    /** Starts one again, empty, where it was. */
    public static void restart(String name, Path folder, int port) throws IOException, InterruptedException {
        run("up", name, Map.of("EDDY_RUN", folder.toString(), "EDDY_PORT", Integer.toString(port)));
    }

    /** Stops one that nobody shares. */
    public static void down(String name, Path folder) throws IOException, InterruptedException {
        run("down", name, Map.of("EDDY_RUN", folder.toString()));
    }

    private static String address(String printed) {
        return printed.substring(printed.indexOf('=') + 1);
    }

    private static String run(String command, String name, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path script = Path.of("..", "scripts", "services.sh").toAbsolutePath().normalize();
        Path errors = Files.createTempFile("services", ".log");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(script.toString(), command, name).redirectError(errors.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(script + " " + command + " " + name + " ended with code " + code + ":\n"
                        + Files.readString(errors).strip());
            }
            return printed;
        } finally {
            Files.delete(errors);
        }
    }

    /** Lets paths that begin with {@code s3://} lead to the S3 server of this machine, for all of this JVM. */
    public static void useS3() throws IOException, InterruptedException {
        useS3(up("seaweedfs"));
    }

    /** The same of one that nobody shares. */
    public static void useS3(Path folder) throws IOException, InterruptedException {
        useS3(up("seaweedfs", folder));
    }

    private static void useS3(String server) {
        Configuration s3 = new Configuration();
        s3.setString("s3.endpoint", "http://" + server);
        s3.setString("s3.path-style-access", "true");
        s3.setString("s3.region", "us-east-1");
        s3.setString("s3.access-key", "eddy");
        s3.setString("s3.secret-key", "eddy-secret");
        FileSystem.initialize(s3, null);
    }
}
