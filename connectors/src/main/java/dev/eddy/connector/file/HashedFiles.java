// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.file;

import dev.eddy.connector.http.Deadlines;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/**
 * Immutable files whose content is known by its hash, under one folder of any Flink file system. A file appears whole or not
 * at all (written beside its place and renamed, unless the file system itself shows no file before it is closed) and is as durable as the file system makes a closed file, which is what
 * Flink's own checkpoints rely on. Thread-safe; works on its own threads, never on the caller's. Failures are
 * {@link PortException}s: REJECTED for what is not there, INVALID for what does not match its hash,
 * TIMEOUT after the deadline, UNAVAILABLE otherwise.
 */
public final class HashedFiles implements AutoCloseable {
    private static final int MAX_WAITING = 10_000;
    private static final String UNFINISHED = ".unfinished-";

    private final Path root;
    private final FileSystem fileSystem;
    private final ThreadPoolExecutor executor;
    private final Duration deadline;
    private volatile Boolean showsWholeFiles;
    private volatile boolean closed;

    public HashedFiles(String threadName, FileSettings settings) throws IOException {
        this.root = settings.path();
        this.deadline = settings.deadline();
        // A guarded one would belong to the task that happens to open it, and close with it; stores are shared by
        // tasks.
        this.fileSystem = FileSystem.getUnguardedFileSystem(root.toUri());
        this.executor = new ThreadPoolExecutor(
                settings.threads(),
                settings.threads(),
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new ExecutorThreadFactory(threadName));
        executor.allowCoreThreadTimeOut(true);
    }

    /** Stores a file under a path relative to the folder; what is there already is left as it is. */
    public CompletableFuture<Void> write(String file, byte[] content) {
        return write(file, content, Long.MAX_VALUE);
    }

    /** The same, but what is there is written again where it is older: whoever deletes by age then counts from now. */
    public CompletableFuture<Void> renew(String file, byte[] content, Duration age) {
        return write(file, content, age.toMillis());
    }

    private CompletableFuture<Void> write(String file, byte[] content, long millis) {
        Path target = new Path(root, file);
        return run("write " + target, () -> {
            if (!stands(target, content.length, millis)) {
                if (showsWholeFiles()) {
                    writeInPlace(target, content);
                } else {
                    writeAndRename(target, content, millis);
                }
            }
            return null;
        });
    }

    /** Content of a file, checked against its hash. */
    public CompletableFuture<byte[]> read(String file, String sha256) {
        Path path = new Path(root, file);
        return run("read " + path, () -> {
            byte[] content;
            try (InputStream in = fileSystem.open(path)) {
                content = in.readAllBytes();
            }
            String actual = Sha256.hex(content);
            if (!actual.equals(sha256)) {
                throw new PortException(
                        EffectStatus.INVALID,
                        path + " is damaged: its " + content.length + " bytes have the hash " + actual);
            }
            return content;
        });
    }

    /** Names of the finished files in a sub-folder; empty where there is no such folder. */
    public CompletableFuture<List<String>> list(String folder) {
        Path path = new Path(root, folder);
        return run("list " + path, () -> {
            List<String> names = new ArrayList<>();
            for (FileStatus status : listing(fileSystem, path)) {
                String name = status.getPath().getName();
                if (!status.isDir() && !isUnfinished(name)) {
                    names.add(name);
                }
            }
            return names;
        });
    }

    /** Removes a file; absent is harmless. */
    public CompletableFuture<Void> delete(String file) {
        Path path = new Path(root, file);
        return run("delete " + path, () -> {
            if (!fileSystem.delete(path, false) && fileSystem.exists(path)) {
                throw new IOException("the file system refused");
            }
            return null;
        });
    }

    /** Whether a name is of a file that was still being written, or whose writer was killed. */
    public static boolean isUnfinished(String name) {
        return name.startsWith(UNFINISHED);
    }

    private boolean stands(Path path, int length, long millis) throws IOException {
        try {
            FileStatus found = fileSystem.getFileStatus(path);
            return found.getLen() == length && System.currentTimeMillis() - found.getModificationTime() < millis;
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    private long sizeOf(Path path) throws IOException {
        try {
            return fileSystem.getFileStatus(path).getLen();
        } catch (FileNotFoundException e) {
            return -1;
        }
    }

    /** What is in a folder; nothing where it is absent, which some file systems say by null. */
    public static FileStatus[] listing(FileSystem fileSystem, Path folder) throws IOException {
        try {
            FileStatus[] found = fileSystem.listStatus(folder);
            return found == null ? new FileStatus[0] : found;
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }

    /** True of stores of objects, where a rename is a copy: an object appears when it is closed. */
    private boolean showsWholeFiles() throws IOException {
        Boolean known = showsWholeFiles;
        if (known == null) {
            Path probe = new Path(root, UNFINISHED + UUID.randomUUID());
            try (OutputStream out = fileSystem.create(probe, WriteMode.NO_OVERWRITE)) {
                known = !fileSystem.exists(probe);
            } finally {
                fileSystem.delete(probe, false);
            }
            showsWholeFiles = known;
        }
        return known;
    }

    private void writeInPlace(Path target, byte[] content) throws IOException {
        boolean written = false;
        try {
            try (OutputStream out = fileSystem.create(target, WriteMode.OVERWRITE)) {
                out.write(content);
            }
            written = true;
        } finally {
            if (!written && sizeOf(target) != content.length) {
                fileSystem.delete(target, false); // what a stream that broke off may have left when it was closed
            }
        }
    }

    private void writeAndRename(Path target, byte[] content, long millis) throws IOException {
        Path unfinished = new Path(target.getParent(), UNFINISHED + UUID.randomUUID());
        boolean renamed = false;
        try {
            try (OutputStream out = fileSystem.create(unfinished, WriteMode.NO_OVERWRITE)) {
                out.write(content);
            }
            renamed = fileSystem.rename(unfinished, target);
            // Some file systems refuse to rename onto a file: another writer has then brought the same content, or the
            // file is to be younger.
            if (!renamed && !stands(target, content.length, millis)) {
                renamed = replace(unfinished, target);
            }
            if (!renamed && !stands(target, content.length, millis)) {
                throw new IOException("cannot rename " + unfinished);
            }
        } finally {
            if (!renamed) {
                fileSystem.delete(unfinished, false);
            }
        }
    }

    /** The old file is there again if the new one cannot take its place. */
    private boolean replace(Path unfinished, Path target) throws IOException {
        Path old = new Path(target.getParent(), UNFINISHED + UUID.randomUUID());
        boolean aside = fileSystem.rename(target, old);
        boolean renamed = fileSystem.rename(unfinished, target);
        if (aside && !(renamed ? fileSystem.delete(old, false) : fileSystem.rename(old, target))) {
            throw new IOException("cannot " + (renamed ? "delete " + old : "rename " + old + " back"));
        }
        return renamed;
    }

    private <T> CompletableFuture<T> run(String what, Work<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                if (result.isDone()) {
                    return;
                }
                if (closed) {
                    result.completeExceptionally(unavailable(what, "the store was closed", null));
                    return;
                }
                try {
                    result.complete(work.run());
                } catch (FileNotFoundException e) {
                    result.completeExceptionally(
                            new PortException(EffectStatus.REJECTED, "cannot " + what + ": there is no such file", e));
                } catch (PortException e) {
                    result.completeExceptionally(e);
                } catch (IOException | RuntimeException e) {
                    result.completeExceptionally(unavailable(what, e.toString(), e));
                }
            });
        } catch (RejectedExecutionException e) {
            String why = closed ? "the store was closed" : MAX_WAITING + " files are waiting already";
            result.completeExceptionally(unavailable(what, why, e));
        }
        return Deadlines.within(
                result,
                deadline,
                () -> new PortException(
                        EffectStatus.TIMEOUT,
                        "cannot " + what + " within " + deadline.toMillis() + " ms, the setting 'deadline-ms'"));
    }

    private static PortException unavailable(String what, String why, Throwable cause) {
        return new PortException(EffectStatus.UNAVAILABLE, "cannot " + what + ": " + why, cause);
    }

    /** Lets running reads and writes end; those still waiting fail as UNAVAILABLE. */
    @Override
    public void close() {
        closed = true;
        executor.shutdown();
        try {
            if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }
}
