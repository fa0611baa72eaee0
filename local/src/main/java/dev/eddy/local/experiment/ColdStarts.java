// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.file.WholeFile;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What policies of one agent are taught before they learn by themselves. Kept in a folder: what was taught once is not taught
 * again, and whoever goes on there begins with the same weights. Thread-safe as long as no two threads teach the same.
 */
public final class ColdStarts {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Subject subject;
    private final Recipe recipe;
    private final Path folder;

    public ColdStarts(Subject subject, Recipe recipe, Path folder) {
        this.subject = subject;
        this.recipe = recipe;
        this.folder = folder;
    }

    /**
     * What a cold start left.
     *
     * @param weights null where nothing was taught; not to be changed
     * @param fates how many runs were {@code kept}, and how many dropped by which reason
     */
    public record Taught(byte[] weights, TreeMap<String, Integer> fates) {}

    /**
     * A cold start, as a report tells of it.
     *
     * @param droppedBy how many by which reason
     */
    public record Summary(int attempts, int kept, SortedMap<String, Integer> droppedBy) {
        /** Of several together; null where nothing was tried. */
        public static Summary of(Collection<Taught> all) {
            TreeMap<String, Integer> fates = new TreeMap<>();
            all.forEach(taught -> taught.fates().forEach((fate, count) -> fates.merge(fate, count, Integer::sum)));
            int attempts = fates.values().stream().mapToInt(Integer::intValue).sum();
            Integer kept = fates.remove("kept");
            return attempts == 0 ? null : new Summary(attempts, kept == null ? 0 : kept, fates);
        }
    }

    /** Whether policies of a mode begin with one, taught already or not. */
    public boolean has(long seed, String mode) {
        return recipe.coldStart() > 0 || Files.exists(file(folder, seed, mode));
    }

    /**
     * Teaches in the calling thread, or remembers.
     *
     * @param mode one of {@link Subject#coldStartMode}
     */
    public Taught taught(long seed, String mode) throws IOException, InterruptedException {
        Path file = file(folder, seed, mode);
        if (!Files.exists(file)) {
            if (recipe.coldStart() == 0) {
                return new Taught(null, new TreeMap<>());
            }
            remember(folder, seed, mode, teach(seed, mode));
        }
        return JSON.readValue(file.toFile(), Taught.class);
    }

    /** Puts what was taught elsewhere in the place of what would be taught here. */
    public static void remember(Path folder, long seed, String mode, Taught taught) throws IOException {
        Files.createDirectories(folder);
        WholeFile.write(file(folder, seed, mode), JSON.writeValueAsBytes(taught));
    }

    private static Path file(Path folder, long seed, String mode) {
        return folder.resolve("seed-" + seed + "-cold-start-" + mode + ".json");
    }

    /** Where a run keeps those of an agent. */
    public static Path inRun(Path run, String agent) {
        return run.resolve("cold-start").resolve(agent);
    }

    private Taught teach(long seed, String mode) throws IOException, InterruptedException {
        Path scratch =
                Files.createDirectories(folder.resolve("scratch").resolve("seed-" + seed + "-cold-start-" + mode));
        try (Ports.Lease<PolicyStore> policies = Ports.lease(
                PolicyStore.class, "file", Map.of("path", scratch.toUri().toString()))) {
            OfflineRun run = new OfflineRun(subject, recipe, mode, seed, policies.get(), Map.of());
            SortedMap<String, Integer> fates = subject.coldStart(run, mode, recipe.coldStart());
            return new Taught(run.weights(), new TreeMap<>(fates));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the weights of seed " + seed + " cannot be put away", e);
        }
    }
}
