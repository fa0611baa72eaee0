// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * All that a run keeps: the broker's log, blobs, policies, checkpoints, savepoints, its settings and ports. At most one
 * process holds it at a time; a process that dies lets it go. Not thread-safe.
 */
public final class RunFolder implements AutoCloseable {
    /** The setting that names a folder on any of Flink's file systems where blobs and weights are kept, if not in this one. */
    public static final String STORE = "demo.store";

    private static final String RUN_FILE = "run.properties";
    private static final String LOCK_FILE = "run.lock";
    private static final String RUN_ID = "run.id";
    private static final String CREATED = "run.created";
    private static final String SETTING = "setting.";

    private final Path root;
    private final FileChannel lock;
    private Properties run;

    private RunFolder(Path root, FileChannel lock) throws IOException {
        this.root = root;
        this.lock = lock;
        this.run = PropertyFile.read(root.resolve(RUN_FILE));
    }

    /**
     * Begins a new run.
     *
     * @param path absent, or a folder that holds no run yet
     * @param settings kept for every resume, as are the ports; see {@link #change}
     * @throws RunRefusedException if there can be no such folder, it holds a run already, or another process is at it
     */
    public static RunFolder create(Path path, LocalPorts ports, Map<String, String> settings) throws IOException {
        Path root = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(root);
        } catch (FileSystemException e) {
            throw new RunRefusedException(
                    "the run folder " + root + " cannot be made (" + e + "). Name another one with --folder.", e);
        }
        FileChannel lock = lock(root);
        try {
            if (Files.exists(root.resolve(RUN_FILE))) {
                throw new RunRefusedException("folder " + root
                        + " already holds a run. Go on with it by --resume " + root
                        + ", or name another folder for a new one.");
            }
            String id = HexFormat.of().formatHex(random(6));
            write(root, id, Instant.now().toString(), ports, settings);
            return new RunFolder(root, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Opens the folder of an earlier run.
     *
     * @throws RunRefusedException if it holds no run, or another process is at it
     */
    public static RunFolder open(Path path) throws IOException {
        Path root = path.toAbsolutePath().normalize();
        if (!Files.exists(root.resolve(RUN_FILE))) {
            throw new RunRefusedException(
                    "folder " + root + " holds no run to resume: it has no " + RUN_FILE + ". Check the path.");
        }
        FileChannel lock = lock(root);
        try {
            return new RunFolder(root, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Changes the run's ports and settings, for this process and every later one. For a time when nothing of it runs.
     *
     * @param settings all of them
     */
    public void change(LocalPorts ports, Map<String, String> settings) throws IOException {
        write(root, runId(), run.getProperty(CREATED), ports, settings);
        run = PropertyFile.read(root.resolve(RUN_FILE));
    }

    private static void write(Path root, String id, String created, LocalPorts ports, Map<String, String> settings)
            throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put(RUN_ID, id);
        values.put(CREATED, created);
        ports.byName().forEach((name, port) -> values.put(name, port.toString()));
        settings.forEach((name, value) -> values.put(SETTING + name, value));
        PropertyFile.write(root.resolve(RUN_FILE), values);
    }

    /** The ports of the run in a folder, for those who only want to reach it; empty where the folder holds none. */
    public static Optional<LocalPorts> portsOf(Path path) throws IOException {
        Path file = path.resolve(RUN_FILE);
        return Files.exists(file) ? Optional.of(LocalPorts.of(PropertyFile.read(file))) : Optional.empty();
    }

    /**
     * Whether a process holds the run in a folder now; false where the folder holds none. For other processes than that one, which
     * would let its lock go to the others by asking: closing any channel of a file gives up a process's locks on it.
     */
    public static boolean isHeld(Path path) throws IOException {
        Path file = path.resolve(LOCK_FILE);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return free == null;
        } catch (OverlappingFileLockException e) {
            return true; // this process does
        }
    }

    public Path root() {
        return root;
    }

    /** Unique to the run and the same through every resume. */
    public String runId() {
        return run.getProperty(RUN_ID);
    }

    public LocalPorts ports() {
        return LocalPorts.of(run);
    }

    /** The settings of the run in a folder, for those who only want to know them; empty where the folder holds none. */
    public static Optional<Map<String, String>> settingsOf(Path path) throws IOException {
        Path file = path.resolve(RUN_FILE);
        return Files.exists(file) ? Optional.of(settings(PropertyFile.read(file))) : Optional.empty();
    }

    /** The settings that the run goes by. */
    public Map<String, String> settings() {
        return settings(run);
    }

    private static Map<String, String> settings(Properties run) {
        Map<String, String> settings = new HashMap<>();
        run.stringPropertyNames().stream()
                .filter(name -> name.startsWith(SETTING))
                .forEach(name -> settings.put(name.substring(SETTING.length()), run.getProperty(name)));
        return settings;
    }

    /** Where pictures, large records and weights are. */
    public RunStore store() {
        return store(root, run);
    }

    /** The same of the run in a folder, for those who only want to reach it; as if there were one where there is none. */
    public static RunStore storeOf(Path path) throws IOException {
        Path file = path.resolve(RUN_FILE);
        return store(
                path.toAbsolutePath().normalize(), Files.exists(file) ? PropertyFile.read(file) : new Properties());
    }

    private static RunStore store(Path root, Properties run) {
        String elsewhere = run.getProperty(SETTING + STORE);
        return new RunStore(
                elsewhere == null
                        ? root.toUri()
                        : new RunStore(URI.create(elsewhere)).root().resolve(run.getProperty(RUN_ID)));
    }

    public Path brokerLogs() {
        return root.resolve("kafka");
    }

    public Path blobs() {
        return root.resolve("blobs");
    }

    /** Where loaded banks are kept. */
    public Path banks() {
        return root.resolve("banks");
    }

    /** Where first completions of effects are kept until a checkpoint holds what came of them. */
    public Path journal() {
        return root.resolve("journal");
    }

    public Path checkpoints(String job) {
        return root.resolve("checkpoints").resolve(job);
    }

    public Path savepoints(String job) {
        return root.resolve("savepoints").resolve(job);
    }

    /** Ids of the jobs of the newest process. */
    Path jobs() {
        return root.resolve("jobs.properties");
    }

    Path lifeSign() {
        return root.resolve("life.properties");
    }

    /** For what is needed only while a process runs; emptied at each start. */
    Path scratch() {
        return root.resolve("scratch");
    }

    /** Bytes of all files in it now. */
    public long bytes() throws IOException {
        long[] bytes = {0};
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return unlessGone(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                return unlessGone(failure);
            }
        });
        return bytes[0];
    }

    /** A running job deletes its old checkpoints. */
    private static FileVisitResult unlessGone(IOException failure) throws IOException {
        if (failure == null || failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static FileChannel lock(Path root) throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        if (lock == null) {
            channel.close();
            throw new RunRefusedException("folder " + root
                    + " is in use by another Eddy process. Stop that one first, or name another folder.");
        }
        return channel;
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
