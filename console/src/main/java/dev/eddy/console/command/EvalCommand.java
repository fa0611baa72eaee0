// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.demo.DemoTable;
import dev.eddy.console.evaluation.EvaluatedModes;
import dev.eddy.console.evaluation.EvaluationRound;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.local.demo.Evaluation;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy eval}: how well a version of a running policy answers held-out questions, beside the baselines. */
@Command(
        name = "eval",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a run, which goes on meanwhile, held-out questions of its world, every mode the same ones, and"
                    + " prints the table of the policy's agent.",
            "They are the questions that the demo's own table begins with."
        })
public final class EvalCommand implements Callable<Integer> {
    /** Questions of one set have fewer numbers. */
    private static final int MAX_QUESTIONS = 100_000;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description =
                    "The policy, such as svrl or svrl.mmsearch_r1; what stands before the dot may be left out. Without it, that of"
                            + " the run's agent where the run serves just one.")
    private String policy;

    @Option(
            names = "--at-version",
            paramLabel = "N",
            description =
                    "An announced version of the policy; the newest where none is given, as of the agent's others.")
    private Long version;

    @Option(
            names = "--modes",
            split = ",",
            paramLabel = "MODE[:COUNT]",
            description =
                    "Modes, with commas between, and after a colon how many demonstrations, such as trained,mmices:4"
                            + " (those of the demo's table).")
    private List<String> modes = List.of();

    @Option(names = "--questions", paramLabel = "COUNT", description = "Questions of each mode (${DEFAULT-VALUE}).")
    private int questions = 100;

    @Option(
            names = "--all-classes",
            description =
                    "Distractors of all classes, not only of those unseen in training; for worlds that tell them apart.")
    private boolean allClasses;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (questions < 1 || questions > MAX_QUESTIONS) {
            throw new UserError("--questions must be from 1 to " + MAX_QUESTIONS + ", not " + questions);
        }
        Settings settings = options.load();
        Properties client = Brokers.reachable(settings);
        Announced announced = Announced.on(client);
        String name = announced.named(policy == null ? RunWorld.onlyAgent(settings, "--policy") : policy);
        int dot = name.indexOf('.');
        try (Subject subject = RunWorld.subject(settings, dot < 0 ? name : name.substring(0, dot))) {
            Evaluation.Plan plan = plan(subject, versions(subject, announced, name), RunWorld.seed(settings));
            DemoTable.print(
                    spec.commandLine().getOut(),
                    subject.agent() + ", held-out questions about what training has not seen"
                            + (allClasses ? ", among all classes:" : ":"),
                    evaluate(client, plan).rows(plan.parts().get(0)),
                    subject.columns());
        }
        return 0;
    }

    private Map<String, Long> versions(Subject subject, Announced announced, String name) {
        Map<String, Long> versions = new HashMap<>();
        for (String mode : subject.learnedLive()) {
            String one = subject.policy(mode);
            versions.put(one, announced.newest(one));
        }
        if (!versions.containsKey(name)) {
            throw new UserError("policy '" + name + "' stands in no table of agent '" + subject.agent()
                    + "'; there are "
                    + subject.learnedLive().stream().map(subject::policy).toList());
        }
        if (version != null) {
            versions.put(name, announced.announced(name, version));
        }
        return versions;
    }

    private Evaluation.Plan plan(Subject subject, Map<String, Long> versions, long seed) {
        Part part = allClasses ? Part.TEST_AMONG_ALL : Part.TEST;
        if (!subject.judgedBy().contains(part)) {
            throw new UserError("the world of agent '" + subject.agent()
                    + "' does not tell classes that training has seen from others; leave out --all-classes");
        }
        return new Evaluation.Plan(
                subject,
                List.of(part),
                modes.isEmpty() ? subject.liveModes() : EvaluatedModes.of(modes, subject.askableLive()),
                versions,
                1,
                questions,
                "eval-" + System.currentTimeMillis() + "-",
                seed);
    }

    private Evaluation evaluate(Properties client, Evaluation.Plan plan) throws InterruptedException {
        try (EvaluationRound round = new EvaluationRound(client, plan);
                StopSignal stop = StopSignal.install(() -> {});
                Progress progress = Progress.of(
                        "evaluating", plan.total(), spec.commandLine().getErr())) {
            return round.run(progress, stop::isRaised);
        }
    }
}
