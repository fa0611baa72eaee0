// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Deletes what a run needs no more. Wherever a kill cuts it off, the run can be resumed: of an old checkpoint the metadata
 * goes first, so that half a checkpoint is never taken for a whole one, and the newest is never touched.
 */
final class RetentionSweep {
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
        CheckpointIndex index = new CheckpointIndex(folder);
        Optional<CheckpointIndex.Completed> newest = index.newest(job);
        if (newest.isEmpty() || !newest.get().place().startsWith(running)) {
            return 0;
        }
        List<Path> old = new ArrayList<>();
        CheckpointIndex.children(folder.checkpoints(job)).stream()
                .filter(earlier -> !earlier.equals(running))
                .forEach(old::add);
        index.completed(job).stream()
                .filter(completed -> completed.number() < newest.get().number())
                .map(CheckpointIndex.Completed::place)
                .filter(place -> place.startsWith(folder.savepoints(job)))
                .forEach(old::add);
        for (Path earlier : old) {
            deleteFiles(earlier, file -> file.endsWith(CheckpointIndex.METADATA));
        }
        for (Path earlier : old) {
            deleteFiles(earlier, file -> true);
        }
        return old.size();
    }

    /** Deletes what a kill left of savepoints half written or half deleted. Only for a time when the job does not run. */
    static void unfinishedSavepoints(RunFolder folder, String job) throws IOException {
        for (Path place : CheckpointIndex.children(folder.savepoints(job))) {
            if (!Files.exists(place.resolve(CheckpointIndex.METADATA))) {
                deleteFiles(place, file -> true);
            }
        }
    }

    /**
     * Deletes blobs that were stored before {@code before} and that no record or bank names. Only for a time when no job runs:
     * a running one may be about to name a blob that it knows to be stored.
     *
     * @param client of the broker that holds the records
     * @return how many were deleted
     */
    static int blobs(RunFolder folder, Properties client, Instant before)
            throws IOException, InterruptedException, TimeoutException {
        List<Path> old = new ArrayList<>();
        for (Path file : files(folder.blobs())) {
            if (Files.isRegularFile(file)
                    && Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                old.add(file);
            }
        }
        if (old.isEmpty()) {
            return 0;
        }
        Set<String> referenced = BlobReferences.find(folder, client);
        int deleted = 0;
        for (Path file : old) {
            if (!referenced.contains(file.getFileName().toString())) {
                Files.deleteIfExists(file);
                deleted++;
            }
        }
        return deleted;
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
