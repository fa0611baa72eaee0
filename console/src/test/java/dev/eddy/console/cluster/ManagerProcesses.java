// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the processes of the shared Flink cluster hold: one JobManager and two TaskManagers. */
final class ManagerProcesses {
    private static final Pattern THREAD = Pattern.compile("^\"([^\"]*)\"", Pattern.MULTILINE);
    private static final int REMOTE = 2;
    private static final int INODE = 9;
    private static final int HEXADECIMAL = 16;

    private ManagerProcesses() {}

    /** Class loaders of jobs by process, after a collection. */
    static Map<String, Integer> loaders() throws IOException, InterruptedException {
        Map<String, Integer> loaders = new TreeMap<>();
        for (String manager : managers()) {
            jcmd(manager, "GC.run");
            String classes = jcmd(manager, "VM.classloader_stats");
            loaders.put(manager, (int)
                    classes.lines().filter(line -> line.contains("ChildFirst")).count());
        }
        return loaders;
    }

    /** By process and name without numbers, but for Flink's own, which come and go. */
    static Map<String, Integer> threads() throws IOException, InterruptedException {
        Map<String, Integer> threads = new TreeMap<>();
        for (String manager : managers()) {
            THREAD.matcher(jcmd(manager, "Thread.print"))
                    .results()
                    .map(thread -> thread.group(1).replaceAll("[0-9]+", "#"))
                    .filter(name ->
                            !name.startsWith("flink-") && !name.startsWith("Flink") && !name.contains("Compiler"))
                    .forEach(name -> threads.merge(manager + " " + name, 1, Integer::sum));
        }
        return threads;
    }

    /** Open TCP connections of all processes, in whatever state, by the port of the other end. */
    static Map<String, Integer> connections() throws IOException {
        Map<String, Integer> connections = new TreeMap<>();
        for (String manager : managers()) {
            Set<String> open = sockets(manager);
            for (String table : List.of("tcp", "tcp6")) {
                for (String line : Files.readAllLines(Path.of("/proc", manager, "net", table))) {
                    String[] fields = line.strip().split("\\s+");
                    if (open.contains(fields[INODE])) {
                        String port = fields[REMOTE].substring(fields[REMOTE].indexOf(':') + 1);
                        connections.merge(Integer.toString(Integer.parseInt(port, HEXADECIMAL)), 1, Integer::sum);
                    }
                }
            }
        }
        return connections;
    }

    /** Inodes. */
    private static Set<String> sockets(String process) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc", process, "fd"))) {
            for (Path descriptor : descriptors) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring("socket:[".length(), target.length() - 1));
                    }
                } catch (NoSuchFileException closed) {
                    continue; // since it was listed
                }
            }
        }
        return inodes;
    }

    /** Process ids. */
    private static List<String> managers() throws IOException {
        String cache = System.getenv().getOrDefault("EDDY_CACHE", System.getProperty("user.home") + "/.cache/eddy");
        Path run = Path.of(System.getenv().getOrDefault("EDDY_RUN", cache + "/run"));
        List<String> processes = new ArrayList<>();
        for (String name : List.of("jobmanager", "taskmanager-1", "taskmanager-2")) {
            processes.add(Files.readString(run.resolve("flink").resolve(name)).strip());
        }
        return processes;
    }

    private static String jcmd(String process, String command) throws IOException, InterruptedException {
        Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process asked = new ProcessBuilder(program.toString(), process, command)
                .redirectErrorStream(true)
                .start();
        String said = new String(asked.getInputStream().readAllBytes(), UTF_8);
        assertThat(asked.waitFor()).as("jcmd %s %s: %s", process, command, said).isZero();
        return said;
    }
}
