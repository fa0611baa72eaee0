// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.ColdStarts;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.experiment.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Gives the policies of a run their cold starts, one a core, by the plain driver. What an earlier process of the run has taught
 * is found in its folder. Not thread-safe.
 */
final class Teacher {
    private final Path folder;
    private final long seed;
    private final Map<Subject, Map<String, Taught>> taught = new HashMap<>();

    Teacher(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    /** Teaches what is not taught yet; throws {@link StoppedException} if told to stop between two lessons, or after the last. */
    void teach(List<Tenant> tenants, RunProgress progress, BooleanSupplier stopping)
            throws IOException, InterruptedException {
        ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            Map<Subject, Map<String, Future<Taught>>> lessons = new LinkedHashMap<>();
            int count = 0;
            for (Tenant tenant : tenants) {
                Subject subject = tenant.subject();
                ColdStarts coldStarts =
                        new ColdStarts(subject, tenant.own().recipe(), ColdStarts.inRun(folder, subject.agent()));
                Map<String, Future<Taught>> own = new LinkedHashMap<>();
                for (Pupil pupil : tenant.pupils()) {
                    String mode = subject.coldStartMode(pupil.mode());
                    if (coldStarts.has(seed, mode)) {
                        own.computeIfAbsent(mode, in -> cores.submit(() -> lesson(coldStarts, in, stopping)));
                    }
                }
                lessons.put(subject, own);
                count += own.size();
            }
            if (count > 0) {
                progress.note("teaching    policies that have a cold start: a minute or two the first time");
                collect(lessons, count, progress);
            }
            if (stopping.getAsBoolean()) {
                throw new StoppedException();
            }
        } finally {
            cores.shutdownNow();
        }
    }

    private Taught lesson(ColdStarts coldStarts, String mode, BooleanSupplier stopping)
            throws IOException, InterruptedException {
        if (stopping.getAsBoolean()) {
            throw new StoppedException();
        }
        return coldStarts.taught(seed, mode);
    }

    private void collect(Map<Subject, Map<String, Future<Taught>>> lessons, int count, RunProgress progress)
            throws IOException, InterruptedException {
        progress.begin("cold starts", count);
        int done = 0;
        for (Map.Entry<Subject, Map<String, Future<Taught>>> ofSubject : lessons.entrySet()) {
            Map<String, Taught> own = new LinkedHashMap<>();
            for (Map.Entry<String, Future<Taught>> lesson : ofSubject.getValue().entrySet()) {
                try {
                    own.put(lesson.getKey(), lesson.getValue().get());
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof StoppedException stopped) {
                        throw stopped;
                    }
                    throw new IOException(
                            "the cold start of agent " + ofSubject.getKey().agent() + " in mode " + lesson.getKey()
                                    + " failed: " + e.getCause(),
                            e);
                }
                progress.at(++done, "");
            }
            taught.put(ofSubject.getKey(), own);
        }
        progress.end();
    }

    /** The weights that a policy begins with; null for fresh ones. */
    byte[] weights(Pupil pupil) {
        Taught own = of(pupil);
        return own == null ? null : own.weights();
    }

    /** What the report tells of a policy's cold start; null where it has none. */
    ColdStarts.Summary summary(Pupil pupil) {
        Taught own = of(pupil);
        return own == null ? null : ColdStarts.Summary.of(List.of(own));
    }

    private Taught of(Pupil pupil) {
        return taught.getOrDefault(pupil.subject(), Map.of())
                .get(pupil.subject().coldStartMode(pupil.mode()));
    }
}
