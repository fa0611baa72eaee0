// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own on the tests' class path, to be killed. */
public final class ForkedJvm implements AutoCloseable {
    private static final int KILLED = 137;

    private final Process process;
    private final Path output;

    public ForkedJvm(Class<?> main, Path output, String... arguments) throws IOException {
        this.output = output;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL, and waits for the end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits until it has been killed, by itself too; any other end fails with what it printed. */
    void awaitKilled() throws InterruptedException, IOException {
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        if (!ended || process.exitValue() != KILLED) {
            throw new AssertionError((ended ? "exit " + process.exitValue() : "still alive") + "\n" + printed());
        }
    }

    public String printed() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
