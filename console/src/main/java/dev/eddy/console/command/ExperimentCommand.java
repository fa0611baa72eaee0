// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.terminal.Progress;
import dev.eddy.local.experiment.ExperimentPlan;
import dev.eddy.local.experiment.Subjects;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddy experiment}: an agent's table of modes, without broker and cluster. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        description =
                "Trains and compares the modes of an agent by the plain driver: same agents, worlds, rewards and trainer as"
                        + " in the stream. An interrupted experiment goes on from its folder.")
public final class ExperimentCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "AGENT",
            description = "One of ${COMPLETION-CANDIDATES}.",
            completionCandidates = Agents.class)
    private String agent;

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            description =
                    "Modes to compare, as name or name:count (those of the agent's table; it may have further ones).")
    private List<String> modes = List.of();

    @Option(names = "--seeds", paramLabel = "N", description = "Training seeds, 1 to N (${DEFAULT-VALUE}).")
    private int seeds = 1;

    @Option(names = "--world", paramLabel = "WORLD", description = "As 'demo.world' (the agent's usual one).")
    private String world;

    @Option(names = "--world-seed", paramLabel = "N", description = "Seed of the world (${DEFAULT-VALUE}).")
    private long worldSeed = 7;

    @Option(
            names = "--cold-start",
            paramLabel = "N",
            description = "Size of the cold start: runs kept, or rounds (the agent's).")
    private Integer coldStart;

    @Option(names = "--steps", paramLabel = "N", description = "Optimiser steps of each training (the agent's).")
    private Integer steps;

    @Option(names = "--questions", paramLabel = "N", description = "Test questions a mode (the agent's).")
    private Integer questions;

    @Option(
            names = "--trainer",
            paramLabel = "NAME=VALUE",
            description = "A setting of online training, such as preset=paper or kl=0.01 with kl-reference=AGENT@0"
                    + " (the agent's); may be repeated.")
    private Map<String, String> ofTrainer = Map.of();

    @Option(names = "--report", paramLabel = "FILE", description = "Also writes the results as JSON.")
    private Path report;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Results so far (a temporary one, which is kept if the experiment is interrupted).")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ExperimentPlan plan = plan();
        PrintWriter out = spec.commandLine().getOut();
        Path results = folder == null ? Files.createTempDirectory("eddy-experiment") : folder;
        out.println("results so far are kept in " + results + "; --folder " + results + " goes on from there");
        out.flush();
        ExperimentPlan.Result result;
        try (Bar bar = new Bar(out)) {
            result = plan.run(results, bar::show);
        }
        out.println(result.table());
        if (report != null) {
            result.report().write(report);
            out.println("report      " + report);
        }
        return 0;
    }

    private ExperimentPlan plan() {
        try {
            return new ExperimentPlan(agent, world, modes, seeds, worldSeed, coldStart, steps, questions, ofTrainer);
        } catch (IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        }
    }

    /** A progress bar that many threads tell of how far they are; it begins when the length is known. */
    private static final class Bar implements AutoCloseable {
        private final PrintWriter out;
        private Progress progress;
        private long shown;

        private Bar(PrintWriter out) {
            this.out = out;
        }

        private synchronized void show(ExperimentPlan.Progress at, String what) {
            if (progress == null) {
                progress = Progress.of("experiment", at.total(), out);
            }
            shown = Math.max(shown, at.done());
            progress.to(shown, what);
        }

        @Override
        public synchronized void close() {
            if (progress != null) {
                progress.close();
            }
        }
    }

    /** For the help. */
    static final class Agents implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Subjects.names().iterator();
        }
    }
}
