// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.ServeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The real servers that {@code scripts/services.sh} starts on this machine, and how a demo makes use of them. */
public final class RealServers {
    private static final List<String> NAMES = List.of("redis", "seaweedfs", "milvus-lite", "triton", "flink");

    /** Triton takes a version every ten seconds: this many groups are some ten minutes of training. */
    private static final int TRAINING_GROUPS = 3_200;

    private final Path home;

    /** @param home where Eddy is installed: the folder of the {@code eddy} script */
    public RealServers(Path home) {
        this.home = home;
    }

    /**
     * Starts those servers that do not run; they go on running after this process. What the script says while it installs them
     * goes to standard error.
     *
     * @return the settings of a demo that uses them, by key
     * @throws UserError if one does not start
     */
    public Map<String, String> up() throws IOException, InterruptedException {
        Path script = home.resolve("scripts").resolve("services.sh");
        List<String> command = new ArrayList<>(List.of(script.toString(), "up"));
        command.addAll(NAMES);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new UserError("the servers of --services real do not start; what stands above is from " + script);
        }
        return settings(addresses(printed));
    }

    /** From lines of {@code name=host:port}. */
    static Map<String, String> addresses(String printed) {
        Map<String, String> addresses = new HashMap<>();
        printed.lines().forEach(line -> {
            int equals = line.indexOf('=');
            addresses.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return addresses;
    }

    Map<String, String> settings(Map<String, String> addresses) throws IOException {
        Map<String, String> settings = new HashMap<>();
        settings.put(DemoOptions.TRAINING_GROUPS.key(), Integer.toString(TRAINING_GROUPS));
        settings.put(DemoOptions.FLINK.key(), addresses.get("flink"));
        settings.put(DemoOptions.CHECKPOINT_INTERVAL.key(), "2 s"); // each flushes every state of RocksDB to files
        settings.put(DemoOptions.STORE.key(), "s3://eddy/runs");
        String s3 = ConsoleOptions.FILE_SYSTEMS.key() + ".s3.";
        settings.put(s3 + "endpoint", "http://" + addresses.get("seaweedfs"));
        settings.put(s3 + "path-style-access", "true");
        settings.put(s3 + "region", "us-east-1");
        settings.put(s3 + "access-key", "eddy");
        settings.put(s3 + "secret-key", "file:" + secretKey());
        String redis = addresses.get("redis");
        for (PortOption port : List.of(PortOption.EFFECT_JOURNAL, PortOption.RESULT_CACHE)) {
            settings.put(port.implementation().key(), "redis");
            settings.put(port.settings().key() + ".host", redis.substring(0, redis.indexOf(':')));
            settings.put(port.settings().key() + ".port", redis.substring(redis.indexOf(':') + 1));
        }
        for (PortOption port : List.of(PortOption.DEMONSTRATION_BANK, PortOption.PAGE_INDEX)) {
            String vectors = port.settings().key() + ".vectors";
            settings.put(vectors, "milvus");
            settings.put(vectors + ".endpoint", addresses.get("milvus-lite"));
            settings.put(vectors + ".deadline-ms", "60000");
            settings.put(port.deadline().key(), "60 s");
        }
        // Milvus Lite computes one search at a time, and pages bring many while no word is remembered.
        settings.put(ServeJob.MAX_IN_FLIGHT.key(), "16");
        String model = PortOption.POLICY_MODEL.settings().key();
        settings.put(model + ".scorer", "triton");
        settings.put(model + ".scorer.endpoint", addresses.get("triton"));
        settings.put(PortOption.POLICY_DEPLOYER.implementation().key(), "triton");
        settings.put(PortOption.POLICY_DEPLOYER.settings().key() + ".endpoint", addresses.get("triton"));
        return settings;
    }

    /** The script's S3 has one identity, which is no secret; settings name secrets by file all the same. */
    private Path secretKey() throws IOException {
        Path file = home.resolve(".eddy").resolve("s3-secret-key").toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, "eddy-secret");
    }
}
