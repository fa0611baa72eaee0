// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * An image that podman runs as a hardened deployment does: the image's own user, a read-only root file system with {@code /tmp} to
 * write to, no capability and none to be had. It shares the machine's network, so that servers on loopback are reached.
 */
record Container(String id) implements AutoCloseable {
    private static final long POLL_NANOS = 200_000_000;

    /** @param files of this machine, by where the container sees them, read-only */
    static Container start(
            String image, Map<String, String> environment, Map<String, Path> files, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "run",
                "--detach",
                "--network=host",
                "--read-only",
                "--read-only-tmpfs=false",
                "--tmpfs=/tmp:mode=1777,exec",
                "--cap-drop=all",
                "--shm-size=256m",
                "--security-opt=no-new-privileges",
                "--health-interval=disable"));
        environment.forEach((name, value) -> command.add("--env=" + name + "=" + value));
        files.forEach((seen, file) -> command.add("--volume=" + file + ":" + seen + ":ro"));
        command.add(image);
        command.addAll(arguments);
        return new Container(podman(command));
    }

    /** Waits until the image's own health check passes. */
    void awaitHealthy(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (code(List.of("healthcheck", "run", id)) != 0) {
            if (System.nanoTime() > deadline || !isRunning()) {
                throw new IOException("container " + id + " is not healthy; it said:\n" + log());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    boolean isRunning() throws IOException, InterruptedException {
        return podman("inspect", "--format={{.State.Running}}", id).equals("true");
    }

    /** What a command in it prints. */
    String execute(String... command) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("exec", id));
        arguments.addAll(List.of(command));
        return podman(arguments);
    }

    /** Whether its first process has a user that is not root, no capability, and a root file system that it cannot write to. */
    boolean isHardened() throws IOException, InterruptedException {
        String status = execute("cat", "/proc/1/status");
        boolean readOnly = execute("grep", " / ", "/proc/1/mounts").lines().allMatch(mount -> mount.contains(" ro"));
        return readOnly && status.contains("Uid:\t9999\t9999") && status.contains("CapEff:\t0000000000000000");
    }

    /** All that it wrote to standard output and error. */
    String log() throws IOException, InterruptedException {
        return podman("logs", id);
    }

    /** SIGTERM, and SIGKILL when the grace has passed; the exit code of either. */
    int stop(Duration grace) throws IOException, InterruptedException {
        podman("stop", "--time=" + grace.toSeconds(), id);
        return Integer.parseInt(podman("inspect", "--format={{.State.ExitCode}}", id));
    }

    @Override
    public void close() throws IOException, InterruptedException {
        podman("rm", "--force", "--time=0", id);
    }

    private static String podman(String... arguments) throws IOException, InterruptedException {
        return podman(List.of(arguments));
    }

    private static String podman(List<String> arguments) throws IOException, InterruptedException {
        Process process = process(arguments);
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException("podman " + arguments + " ended with code " + code + ":\n" + said);
        }
        return said;
    }

    private static int code(List<String> arguments) throws IOException, InterruptedException {
        Process process = process(arguments);
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    private static Process process(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("podman", "--log-level=fatal"));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
