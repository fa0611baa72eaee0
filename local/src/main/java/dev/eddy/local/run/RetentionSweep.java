// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Deletes what a run needs no more. Wherever a kill cuts it off, the run can be resumed: of an old checkpoint the metadata
 * goes first, so that half a checkpoint is never taken for a whole one, and the newest is never touched.
 */
final class RetentionSweep {
    private static final int HASH_LENGTH = 64;

    private RetentionSweep() {}

    /**
     * Deletes what a job's earlier processes left, once the running one has completed a checkpoint of its own. Its own older
     * ones are left to Flink, which may share files among them.
     *
     * @param attempt the folder name of the running one: its job id
     * @return how many earlier processes and savepoints were deleted
     */
    static int checkpoints(RunFolder folder, String job, String attempt) throws IOException {
        Path running = folder.checkpoints(job).resolve(attempt);
        Optional<CheckpointIndex.Completed> newest = new CheckpointIndex(folder).newest(job);
        if (newest.isEmpty() || !newest.get().place().startsWith(running)) {
            return 0;
        }
        List<Path> old = new ArrayList<>(CheckpointIndex.children(folder.savepoints(job)));
        CheckpointIndex.children(folder.checkpoints(job)).stream()
                .filter(earlier -> !earlier.equals(running))
                .forEach(old::add);
        for (Path earlier : old) {
            deleteFiles(earlier, file -> file.endsWith("_metadata"));
        }
        for (Path earlier : old) {
            deleteFiles(earlier, file -> true);
        }
        return old.size();
    }

    /**
     * Deletes weights that no announcement names (a crash came between storing and announcing) and announced ones beyond the
     * newest {@code keep}; version 0 stays, since evaluations compare with it.
     *
     * @param announced hash by version, all of this policy
     * @return how many were deleted
     */
    static int policies(PolicyStore store, String policy, NavigableMap<Long, String> announced, int keep) {
        if (announced.isEmpty()) {
            return 0;
        }
        long newest = announced.lastKey();
        List<PolicyVersion> old = store.list(policy).join().stream()
                .filter(stored -> stored.version() <= newest) // a later one may be about to be announced
                .filter(stored -> !stored.sha256().equals(announced.get(stored.version()))
                        || (stored.version() != 0 && stored.version() <= newest - keep))
                .toList();
        old.forEach(stored -> store.delete(stored).join());
        return old.size();
    }

    /**
     * Deletes blobs that were stored before {@code before} and that nothing refers to.
     *
     * @param referenced tells hashes that must stay
     * @return how many were deleted
     */
    static int blobs(Path blobs, Predicate<String> referenced, Instant before) throws IOException {
        List<Path> old = new ArrayList<>();
        for (Path file : oldBlobs(blobs, before)) {
            if (!referenced.test(file.getFileName().toString())) {
                old.add(file);
            }
        }
        for (Path file : old) {
            Files.deleteIfExists(file);
        }
        return old.size();
    }

    static List<Path> oldBlobs(Path blobs, Instant before) throws IOException {
        List<Path> old = new ArrayList<>();
        for (Path file : files(blobs)) {
            boolean blob = file.getFileName().toString().length() == HASH_LENGTH && Files.isRegularFile(file);
            if (blob && Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                old.add(file);
            }
        }
        return old;
    }

    /** Deletes the files that match below a folder, and the folders that are empty then. */
    static void deleteFiles(Path folder, Predicate<Path> match) throws IOException {
        for (Path file : files(folder)) {
            if (Files.isDirectory(file)) {
                deleteIfEmpty(file);
            } else if (match.test(file)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        boolean empty;
        try (Stream<Path> children = Files.list(folder)) {
            empty = children.findAny().isEmpty();
        }
        if (empty) {
            Files.deleteIfExists(folder);
        }
    }

    /** Deepest first. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
