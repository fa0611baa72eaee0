// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.console.UserError;
import dev.eddy.console.collect.Collecting;
import dev.eddy.console.collect.TeacherPolicy;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.settings.Typed;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.local.experiment.Subject;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy collect}: runs of a teacher, of which those are kept that a policy can be taught by. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a teacher questions of a run that serves the agent, which goes on meanwhile, and keeps what the agent's paper would:"
                    + " kept runs stand on collected-trajectories, and why each other one was dropped is counted.",
            "'eddy imitate' teaches a policy by them."
        })
public final class CollectCommand implements Callable<Integer> {
    /** Who is asked. */
    enum Teacher {
        /** The small policy's scripted teacher, for agents that have one. */
        SCRIPTED,
        /** A small policy as it is now, frozen. */
        POLICY,
        /** Whatever the run serves under a policy's name. */
        MODEL
    }

    /** Far from the numbers that demos, probes and evaluations ask. */
    private static final long FIRST = 700_000_000L;

    @Mixin
    private PupilOptions pupil;

    @Option(
            names = "--teacher",
            paramLabel = "WHO",
            description =
                    "scripted: the agent's scripted teacher, the default where there is one; policy: a small policy as it is"
                            + " now, frozen, the default elsewhere; model: what the run serves under the name that --policy says.")
    private Teacher teacher;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "The policy that teaches; with teacher policy, the agent's own where none is named.")
    private String policy;

    @Option(
            names = "--cold-start",
            paramLabel = "FILE",
            description = "A cold start that 'eddy imitate' wrote: its policy teaches in place of an announced one.")
    private Path coldStart;

    @Option(names = "--questions", paramLabel = "COUNT", description = "Questions to ask (${DEFAULT-VALUE}).")
    private int questions = 100;

    @Option(
            names = "--first",
            paramLabel = "NUMBER",
            description = "Number of the first question; the same numbers are the same questions (${DEFAULT-VALUE}).")
    private long first;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (questions < 1 || first < 0) {
            throw new UserError("--questions must be at least 1 and --first at least 0");
        }
        Settings settings = options.load();
        pupil.refuseUnlessServed(settings);
        Properties client = Brokers.reachable(settings);
        try (Subject subject = pupil.subject(settings)) {
            PolicyVersion version = teacher(settings, client, subject);
            Collecting.Plan plan = new Collecting.Plan(
                    Collecting.PREFIX + subject.agent() + "-" + System.currentTimeMillis(),
                    subject,
                    version,
                    subject.coldStartMode(pupil.mode()),
                    FIRST + first,
                    questions,
                    RunWorld.seed(settings));
            SortedMap<String, Long> fates = collect(settings, client, plan);
            print(settings, plan, fates);
        }
        return 0;
    }

    private SortedMap<String, Long> collect(Settings settings, Properties client, Collecting.Plan plan)
            throws Exception {
        Path scratch = Files.createTempDirectory("eddy-collect");
        try (StopSignal stop = StopSignal.install(() -> {});
                Progress progress = Progress.of(
                        "collecting", plan.rollouts(), spec.commandLine().getErr())) {
            return new Collecting(client, plan).run(settings.configuration(), scratch, progress, stop::isRaised);
        } finally {
            FileUtils.deleteDirectory(scratch.toFile());
        }
    }

    private PolicyVersion teacher(Settings settings, Properties client, Subject subject) throws Exception {
        TeacherPolicy policies = new TeacherPolicy(client);
        Teacher who = teacher;
        if (who == null) {
            boolean scripted = subject.family().scriptedTeacher().isPresent();
            who = scripted && policy == null && coldStart == null ? Teacher.SCRIPTED : Teacher.POLICY;
        }
        if (who == Teacher.MODEL && policy == null) {
            throw new UserError("--teacher model needs --policy: the name that the run serves the model under");
        }
        if (who != Teacher.POLICY && coldStart != null) {
            throw new UserError("--cold-start is for --teacher policy alone");
        }
        if (who == Teacher.MODEL) {
            return announced(policies, policy);
        }
        try (Ports.Lease<PolicyStore> store = RunWorld.policies(settings)) {
            byte[] frozen = who == Teacher.SCRIPTED ? script(subject) : frozen(policies, store.get(), subject);
            return policies.announce(
                    store.get(), subject.agent() + (who == Teacher.SCRIPTED ? ".script" : ".teacher"), frozen);
        }
    }

    private static byte[] script(Subject subject) {
        return subject.family()
                .scriptedTeacher()
                .orElseThrow(() -> new UserError("agent '" + subject.agent()
                        + "' has no scripted teacher; name another: --teacher policy or --teacher model"));
    }

    private byte[] frozen(TeacherPolicy policies, PolicyStore store, Subject subject) {
        return coldStart != null
                ? pupil.weights(coldStart, subject)
                : store.get(announced(policies, policy == null ? subject.agent() : policy))
                        .join();
    }

    private static PolicyVersion announced(TeacherPolicy policies, String name) {
        return policies.newest(name)
                .orElseThrow(() -> new UserError("no version of a policy '" + name
                        + "' is announced; 'eddy topics tail policy-updates' shows which are"));
    }

    private void print(Settings settings, Collecting.Plan plan, SortedMap<String, Long> fates) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%s: %d runs of %s at version %d%n",
                plan.id(),
                fates.values().stream().mapToLong(Long::longValue).sum(),
                plan.teacher().policy(),
                plan.teacher().version());
        fates.forEach((fate, count) -> out.printf("%8d  %s%n", count, Printable.line(fate)));
        String imitate = "imitate --agent " + pupil.agent() + " --from " + plan.id() + " --to cold-start.json";
        out.println(Typed.about(settings.reachedRun(), imitate));
        out.flush();
    }
}
