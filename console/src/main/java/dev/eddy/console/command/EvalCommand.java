// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.demo.DemoTable;
import dev.eddy.console.evaluation.EvaluatedMode;
import dev.eddy.console.evaluation.EvaluationRound;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.local.report.ModeRow;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.WorldBank;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.Ports;
import dev.eddy.schemas.RewardedTrajectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy eval}: how well a version of a running policy answers held-out questions, beside the baselines. */
@Command(
        name = "eval",
        mixinStandardHelpOptions = true,
        description =
                "Asks the run in run.folder held-out questions of its world, every mode the same ones, and prints the table.")
public final class EvalCommand implements Callable<Integer> {
    @Option(names = "--policy", description = "The policy, named like its agent (${DEFAULT-VALUE}).")
    private String policy = "acticl";

    @Option(
            names = "--at-version",
            paramLabel = "N",
            description = "An announced version; the newest where none is given.")
    private Long version;

    @Option(
            names = "--modes",
            split = ",",
            paramLabel = "MODE[:COUNT]",
            description = "Modes, with commas between (${DEFAULT-VALUE}).")
    private List<String> modes = List.of("zero_shot", "random:4", "mmices:4", "trained:4", "trained");

    @Option(names = "--questions", paramLabel = "COUNT", description = "Questions of each mode (${DEFAULT-VALUE}).")
    private int questions = 100;

    @Option(names = "--all-classes", description = "Distractors of all classes, not only of those unseen in training.")
    private boolean allClasses;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    private static final List<String> COLUMNS = List.of("shots", "calls");

    @Override
    public Integer call() throws Exception {
        if (questions < 1) {
            throw new UserError("--questions must be at least 1, not " + questions);
        }
        List<EvaluatedMode> evaluated = modes.stream().map(EvaluatedMode::parse).toList();
        Settings settings = options.load();
        Properties client = Brokers.reachable(settings);
        Announced announced = Announced.of(client, policy);
        if (version != null && !announced.has(version)) {
            throw new UserError(
                    "policy '" + policy + "' has no announced version " + version + "; " + announced.range());
        }
        long asked = version == null ? announced.newest() : version;
        EvaluationRound.Plan plan = new EvaluationRound.Plan(
                "eval-" + System.currentTimeMillis(),
                policy,
                asked,
                allClasses ? Split.ALL : Split.STRICT,
                evaluated,
                questions);
        PrintWriter out = spec.commandLine().getOut();
        try (Ports.Lease<DemonstrationBank> bank = world(settings);
                EvaluationRound round = new EvaluationRound(client, (WorldBank) bank.get());
                StopSignal stop = StopSignal.install(() -> {});
                Progress progress = Progress.of(
                        "evaluating",
                        (long) questions * evaluated.size(),
                        spec.commandLine().getErr())) {
            print(out, asked, round.run(plan, progress, stop::isRaised));
        }
        return 0;
    }

    private void print(PrintWriter out, long asked, Map<EvaluatedMode, List<RewardedTrajectory>> scored) {
        List<ModeRow> rows = new ArrayList<>();
        scored.forEach((mode, runs) -> {
            if (!runs.isEmpty()) {
                Object count = mode.count() == null && mode.name().equals("trained") ? "adaptive" : mode.count();
                rows.add(ModeRow.of(mode.name(), count, "greedy", asked, Map.of(1, runs)));
            }
        });
        DemoTable.print(out, "held-out questions of " + policy + " at version " + asked + ":", rows, COLUMNS);
    }

    /** The world of the run, as it was begun. */
    private static Ports.Lease<DemonstrationBank> world(Settings settings) throws IOException {
        Configuration run = RunWorld.settings(settings);
        Map<String, String> world = new HashMap<>();
        run.getOptional(DemoOptions.WORLD).ifPresent(named -> world.put("world", named));
        world.put("seed", run.get(DemoOptions.SEED).toString());
        world.put("blobs", settings.get(ConsoleOptions.BLOB_STORE));
        BlobStores.settings(settings).forEach((key, value) -> world.put("blobs." + key, value));
        return Ports.lease(DemonstrationBank.class, "world", world);
    }
}
