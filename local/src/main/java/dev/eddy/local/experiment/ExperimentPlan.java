// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.local.report.ModeRow;
import dev.eddy.local.report.Report;
import dev.eddy.local.report.Report.AgentReport;
import dev.eddy.local.report.RuntimeFigures;
import dev.eddy.local.run.RunRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * An experiment as asked for.
 *
 * @param world one that the agent has; null for its usual one
 * @param modes by name, or name and count as {@code name:count}; empty for {@link Subject#modes}
 * @param seeds that each policy learns with: 1 to this
 * @param coldStart null for the agent's usual size; 0 teaches nothing before
 * @param steps of the optimiser; null for the usual number
 * @param testQuestions that each mode is asked; null for the usual number
 * @param ofTrainer settings of online training that go before the agent's, {@code preset} and {@code kl} among them
 */
public record ExperimentPlan(
        String agent,
        String world,
        List<String> modes,
        int seeds,
        long worldSeed,
        Integer coldStart,
        Integer steps,
        Integer testQuestions,
        Map<String, String> ofTrainer) {
    private static final List<String> NOTES = List.of(
            "bySeed counts training seeds; the world seed is 'seed'",
            "coldStart counts the runs of all training seeds together",
            "heldOutAccuracy is null: an experiment has no probe, its curve tells of sampled training rollouts");

    public ExperimentPlan {
        modes = List.copyOf(modes);
        ofTrainer = Map.copyOf(ofTrainer);
        atLeast(1, "--seeds", seeds);
        atLeast(0, "--cold-start", coldStart);
        atLeast(1, "--steps", steps);
        atLeast(1, "--questions", testQuestions);
    }

    private static void atLeast(int least, String option, Integer value) {
        if (value != null && value < least) {
            throw new IllegalArgumentException(option + " must be at least " + least + ", got " + value);
        }
    }

    /**
     * Makes the experiment, or what is left of it, and sums it up.
     *
     * @param folder for results and scratch files
     * @param progress told how much is done, and of how much; from any thread
     * @throws RunRefusedException if there is no such agent, world or mode; names those that there are
     */
    public Result run(Path folder, BiConsumer<Progress, String> progress) throws IOException, InterruptedException {
        try (Subject subject = open(folder)) {
            return run(subject, folder, progress);
        }
    }

    private Subject open(Path folder) throws IOException {
        try {
            return Subjects.open(agent, world, worldSeed, folder);
        } catch (IllegalArgumentException unknown) {
            throw new RunRefusedException(unknown.getMessage(), unknown);
        }
    }

    /** @param subject opened with the plan's agent, world and seed */
    Result run(Subject subject, Path folder, BiConsumer<Progress, String> progress)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        Recipe recipe = recipe(subject.recipe());
        SortedMap<String, Object> what = new TreeMap<>(
                Map.of("agent", agent, "world", subject.world(), "worldSeed", worldSeed, "recipe", recipe.toString()));
        if (!ofTrainer.isEmpty()) {
            what.put("ofTrainer", new TreeMap<>(ofTrainer));
        }
        long[] total = new long[1];
        Experiment experiment = new Experiment(
                subject,
                recipe,
                modes.isEmpty() ? subject.modes() : chosen(subject),
                seeds,
                new ExperimentFolder(folder, what),
                ofTrainer,
                (done, unit) -> progress.accept(new Progress(done, total[0]), unit));
        total[0] = experiment.total();
        experiment.run();
        double seconds = (System.nanoTime() - began) / 1e9;
        List<ModeRow> rows = experiment.rows();
        Report report = new Report(
                "0.1.0",
                worldSeed,
                subject.world(),
                "embedded",
                Map.of(agent, new AgentReport(rows, null, experiment.curve(), experiment.coldStart())),
                null,
                RuntimeFigures.of(seconds, 0, null),
                NOTES);
        return new Result(report, MarkdownTable.of(rows, subject.columns()));
    }

    private List<ExperimentMode> chosen(Subject subject) {
        List<ExperimentMode> all = new ArrayList<>(subject.modes());
        all.addAll(subject.furtherModes());
        try {
            return modes.stream()
                    .flatMap(mode -> ExperimentMode.named(mode, all).stream())
                    .toList();
        } catch (IllegalArgumentException unknown) {
            throw new RunRefusedException(unknown.getMessage(), unknown);
        }
    }

    /** @param table of the modes, as Markdown */
    public record Result(Report report, String table) {}

    /** @param total units of work in all */
    public record Progress(long done, long total) {}

    private Recipe recipe(Recipe usual) {
        Recipe recipe = usual;
        recipe = coldStart == null ? recipe : recipe.withColdStart(coldStart);
        recipe = steps == null ? recipe : recipe.withSteps(steps);
        return testQuestions == null ? recipe : recipe.withTestQuestions(testQuestions);
    }
}
