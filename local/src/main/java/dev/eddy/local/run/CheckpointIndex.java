// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.Checkpoints;

/**
 * Finds where a job of a run stands: its newest completed checkpoint or savepoint. Numbers rise through every resume, since
 * each begins with the newest, so the largest number is the newest whatever the clock said.
 */
final class CheckpointIndex {
    static final String METADATA = "_metadata";
    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d+)");

    private final RunFolder folder;

    CheckpointIndex(RunFolder folder) {
        this.folder = folder;
    }

    /**
     * A completed checkpoint or savepoint.
     *
     * @param place the folder that its metadata stands in
     */
    record Completed(long number, Path place) {}

    /**
     * The newest of a job; empty if it never completed one.
     *
     * @throws RunRefusedException if the newest cannot be read. An older one would be no stand-in: what the newest had
     *     committed would be written again.
     */
    Optional<Completed> newest(String job) throws IOException {
        Optional<Completed> newest = completed(job).stream().max(Comparator.comparingLong(Completed::number));
        if (newest.isPresent()) {
            number(job, newest.get().place());
        }
        return newest;
    }

    /** All completed of a job, in no order. */
    List<Completed> completed(String job) throws IOException {
        List<Completed> found = new ArrayList<>();
        for (Path attempt : children(folder.checkpoints(job))) {
            for (Path place : children(attempt)) {
                Matcher name = CHECKPOINT.matcher(place.getFileName().toString());
                if (name.matches() && Files.exists(place.resolve(METADATA))) {
                    found.add(new Completed(Long.parseLong(name.group(1)), place));
                }
            }
        }
        for (Path place : children(folder.savepoints(job))) {
            if (Files.exists(place.resolve(METADATA))) {
                found.add(new Completed(number(job, place), place));
            }
        }
        return found;
    }

    static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(Files::isDirectory).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private static long number(String job, Path place) {
        Path metadata = place.resolve(METADATA);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(metadata)))) {
            ClassLoader loader = CheckpointIndex.class.getClassLoader();
            return Checkpoints.loadCheckpointMetadata(in, loader, place.toString())
                    .getCheckpointId();
        } catch (IOException | RuntimeException e) { // damaged bytes also surface as unchecked exceptions
            throw new RunRefusedException(
                    "the newest checkpoint of job '" + job + "' cannot be read: " + metadata + " (" + e.getMessage()
                            + "). An older one does not take its place: records that are already committed would be"
                            + " written twice. Put the file back from a copy, or begin a new run in another folder.",
                    e);
        }
    }
}
