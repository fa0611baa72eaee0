// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.report.ModeRow;
import dev.eddy.local.report.Report.CurvePoint;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.RewardedTrajectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Compares the modes of an agent: for each training seed, every policy learns from the same cold start on the same stream of
 * questions, and every mode is asked the same test questions, greedily and sampled. Policies learn side by side, one a core;
 * what is done stays done when it is interrupted.
 */
final class Experiment {
    static final List<Decoding> EVALUATIONS = List.of(Decoding.GREEDY, Decoding.SAMPLED);

    /** Points of a learning curve. */
    private static final int POINTS = 16;

    private final Subject subject;
    private final Recipe recipe;
    private final List<ExperimentMode> modes;
    private final int seeds;
    private final ExperimentFolder folder;
    private final Map<String, String> ofTrainer;
    private final BiConsumer<Long, String> progress;
    private final ColdStarts coldStarts;
    private final AtomicLong done = new AtomicLong();

    /**
     * @param modes some of the subject's
     * @param seeds that each policy learns with: 1 to this
     * @param ofTrainer settings of online training that go before the subject's
     * @param progress told how many of {@link #total} units of work are done, and of what kind the last was; from any thread
     */
    Experiment(
            Subject subject,
            Recipe recipe,
            List<ExperimentMode> modes,
            int seeds,
            ExperimentFolder folder,
            Map<String, String> ofTrainer,
            BiConsumer<Long, String> progress) {
        this.subject = subject;
        this.recipe = recipe;
        this.modes = modes;
        this.seeds = seeds;
        this.folder = folder;
        this.ofTrainer = ofTrainer;
        this.coldStarts = new ColdStarts(subject, recipe, folder.path());
        this.progress = progress;
    }

    /** Optimiser steps, and evaluations counted as one tenth of a training. */
    long total() {
        return seeds
                * (byWeights().values().stream().filter(ExperimentMode::learns).count() * recipe.steps()
                        + (long) modes.size() * evaluationUnits());
    }

    private long evaluationUnits() {
        return Math.max(1, recipe.steps() / 10);
    }

    /** Does what is not done yet. */
    void run() throws InterruptedException, IOException {
        ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int seed = 1; seed <= seeds; seed++) {
                int of = seed;
                Map<String, CompletableFuture<Taught>> taught = new HashMap<>();
                byWeights().forEach((weights, mode) -> {
                    CompletableFuture<Taught> start = taught.computeIfAbsent(
                            subject.coldStartMode(mode.policy()),
                            in -> CompletableFuture.supplyAsync(() -> call(() -> coldStarts.taught(of, in)), cores));
                    all.add(start.thenAcceptAsync(
                            begun -> call(() -> {
                                work(of, weights, mode, begun);
                                return null;
                            }),
                            cores));
                });
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof Unfinished unfinished ? unfinished.unwrap() : e;
        } finally {
            cores.shutdownNow();
        }
    }

    /** One mode for each set of weights, to learn by. */
    private Map<String, ExperimentMode> byWeights() {
        Map<String, ExperimentMode> first = new LinkedHashMap<>();
        modes.forEach(mode -> first.putIfAbsent(mode.weights(), mode));
        return first;
    }

    private void work(int seed, String weights, ExperimentMode learns, Taught start) throws Exception {
        List<ExperimentMode> asked =
                modes.stream().filter(mode -> mode.weights().equals(weights)).toList();
        boolean evaluated = asked.stream()
                .allMatch(mode ->
                        EVALUATIONS.stream().allMatch(decoding -> folder.hasRuns(seed, mode.label(), name(decoding))));
        if (evaluated) {
            step((learns.learns() ? recipe.steps() : 0) + asked.size() * evaluationUnits(), weights);
            return;
        }
        try (Ports.Lease<PolicyStore> policies = policies(seed, weights)) {
            String in = learns.learns() ? learns.policy() : subject.coldStartMode(null);
            OfflineRun run = new OfflineRun(subject, recipe, in, seed, policies.get(), ofTrainer);
            if (learns.taught() && start.weights() != null) {
                run.begin(start.weights());
            }
            if (learns.learns()) {
                learn(run, seed, weights, learns.policy());
            }
            for (ExperimentMode mode : asked) {
                for (Decoding decoding : EVALUATIONS) {
                    folder.keep(seed, mode.label(), name(decoding), run.evaluate(mode, decoding));
                }
                step(evaluationUnits(), mode.label());
            }
        }
    }

    private void learn(OfflineRun run, int seed, String weights, String mode) throws Exception {
        List<CurvePoint> curve = new ArrayList<>();
        List<RewardedTrajectory> since = new ArrayList<>();
        long began = System.nanoTime();
        long asked = 0;
        long trained = 0;
        int pause = Math.max(1, recipe.steps() / POINTS);
        for (int number = 0; number < recipe.steps(); number++) {
            OfflineRun.Step step = run.step(mode, number);
            since.addAll(step.rollouts());
            asked += step.groups();
            trained += step.trained();
            if ((number + 1) % pause == 0) {
                double seconds = (System.nanoTime() - began) / 1e9;
                curve.add(
                        CurvePoint.ofTraining(subject.policy(mode), seed, seconds, number + 1, trained, asked, since));
                since.clear();
            }
            step(1, weights);
        }
        folder.keep(seed, weights, curve);
    }

    private void step(long units, String what) {
        progress.accept(done.addAndGet(units), what);
    }

    private Ports.Lease<PolicyStore> policies(int seed, String weights) throws IOException {
        String path = folder.scratch("seed-" + seed + "-" + weights).toUri().toString();
        return Ports.lease(PolicyStore.class, "file", Map.of("path", path));
    }

    /** The table, as far as there are results. */
    List<ModeRow> rows() throws IOException {
        List<ModeRow> rows = new ArrayList<>();
        for (ExperimentMode mode : modes) {
            for (Decoding decoding : EVALUATIONS) {
                Map<Integer, List<RewardedTrajectory>> bySeed = new TreeMap<>();
                for (int seed = 1; seed <= seeds; seed++) {
                    bySeed.put(seed, folder.runsOf(seed, mode.label(), name(decoding)));
                }
                Long version = mode.learns() ? Long.valueOf(recipe.steps()) : null;
                rows.add(ModeRow.of(mode.name(), mode.reportedCount(), name(decoding), version, bySeed));
            }
        }
        return rows;
    }

    List<CurvePoint> curve() throws IOException {
        List<CurvePoint> points = new ArrayList<>();
        for (ExperimentMode mode : byWeights().values()) {
            for (int seed = 1; mode.learns() && seed <= seeds; seed++) {
                points.addAll(folder.curveOf(seed, mode.weights()));
            }
        }
        return points;
    }

    /** Of the agent's own policy, all seeds together; null where no mode begins with it. */
    ColdStarts.Summary coldStart() throws IOException, InterruptedException {
        String own = subject.coldStartMode(Subject.TRAINED);
        if (byWeights().values().stream().noneMatch(mode -> own.equals(subject.coldStartMode(mode.policy())))) {
            return null;
        }
        List<Taught> all = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            all.add(coldStarts.taught(seed, own));
        }
        return ColdStarts.Summary.of(all);
    }

    static String name(Decoding decoding) {
        return decoding.name().toLowerCase(Locale.ROOT);
    }

    private static <T> T call(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw new Unfinished(e);
        }
    }

    /** Carries what went wrong out of a future. */
    private static final class Unfinished extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Unfinished(Exception cause) {
            super(cause);
        }

        private RuntimeException unwrap() throws IOException, InterruptedException {
            if (getCause() instanceof IOException e) {
                throw e;
            }
            if (getCause() instanceof InterruptedException e) {
                throw e;
            }
            return getCause() instanceof RuntimeException e ? e : this;
        }
    }
}
