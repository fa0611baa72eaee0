// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.connector.kafka.KafkaTrajectoryReader;
import dev.eddy.console.UserError;
import dev.eddy.console.collect.CollectedRuns;
import dev.eddy.console.collect.Collecting;
import dev.eddy.console.settings.Settings;
import dev.eddy.local.experiment.ColdStartFile;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.experiment.Imitation;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Trajectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy imitate}: a small policy taught by collected runs. */
@Command(
        name = "imitate",
        mixinStandardHelpOptions = true,
        description = {
            "Teaches a small policy by runs that 'eddy collect' kept, supervised and by sampled tokens alone, and writes a cold"
                    + " start.",
            "A training begins with them by --cold-start-from FILE in a demo, or by the content hash that is printed: a train"
                    + " job's -D eddy.train.settings.POLICY.initial=HASH on the same blob store."
        })
public final class ImitateCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PASSED_BYTES = 64L << 20;

    @Mixin
    private PupilOptions pupil;

    @Option(
            names = "--from",
            paramLabel = "ID",
            description = "What the id of a collecting begins with; all of them where it is left out.")
    private String from = Collecting.PREFIX;

    @Option(names = "--to", required = true, paramLabel = "FILE", description = "Where the cold start goes.")
    private Path to;

    @Option(names = "--begin-with", paramLabel = "FILE", description = "Goes on from another cold start.")
    private Path begin;

    @Option(names = "--epochs", paramLabel = "COUNT", description = "As the agent's recipe has it where left out.")
    private Integer epochs;

    @Option(names = "--batch", paramLabel = "RUNS", description = "As the agent's recipe has it where left out.")
    private Integer batch;

    @Option(
            names = "--rate",
            paramLabel = "SHARE",
            description = "Share of the trainer's learning rate; as the agent's recipe has it where left out.")
    private Double rate;

    @Option(names = "--seed", paramLabel = "NUMBER", description = "Of weights and order; the run's where left out.")
    private Long seed;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Settings settings = options.load();
        pupil.refuseUnlessServed(settings);
        Properties client = Brokers.reachable(settings);
        try (Subject subject = pupil.subject(settings);
                KafkaTrajectoryReader trajectories =
                        new KafkaTrajectoryReader(client, BlobStores.open(settings), PATIENCE, PASSED_BYTES)) {
            long dice = seed == null ? RunWorld.seed(settings) : seed;
            Imitation imitation = imitation(subject.imitation());
            byte[] before = begin == null ? null : pupil.weights(begin, subject);
            CollectedRuns collected = CollectedRuns.read(client, trajectories, subject.agent(), from);
            if (collected.gone() > 0) {
                spec.commandLine()
                        .getErr()
                        .println(collected.gone() + " kept runs are left out: they no longer stand on trajectories");
            }
            List<Trajectory> lessons = lessons(collected.kept(), new Random(dice));
            if (lessons.isEmpty()) {
                throw new UserError("no kept run of agent '" + subject.agent()
                        + "' stands on collected-trajectories whose query begins with '" + from
                        + "'; 'eddy collect' gathers some");
            }
            Map<String, String> own = new HashMap<>(subject.trainerSettings(pupil.mode()));
            own.put("seed", Long.toString(dice));
            BlobStore blobs = subject.ports().get(BlobStore.class);
            try (LocalPolicyTrainer<?> trainer = subject.family().trainer(blobs, new Stores(Map.of()), own)) {
                if (before != null) {
                    trainer.reset(before);
                }
                imitation.teach(lessons, new Random(dice), trainer);
                byte[] weights = trainer.weights();
                new ColdStartFile(
                                subject.agent(),
                                subject.coldStartMode(pupil.mode()),
                                new Taught(weights, collected.fates()))
                        .write(to);
                print(
                        collected.kept().size(),
                        lessons.size(),
                        imitation,
                        blobs.put(weights).join());
            }
        }
        return 0;
    }

    private Imitation imitation(Imitation usual) {
        try {
            return new Imitation(
                    epochs == null ? usual.epochs() : epochs,
                    batch == null ? usual.batch() : batch,
                    rate == null ? usual.rate() : rate);
        } catch (IllegalArgumentException e) {
            throw new UserError("--epochs, --batch or --rate is wrong: " + e.getMessage(), e);
        }
    }

    private static List<Trajectory> lessons(List<Trajectory> kept, Random random) {
        Map<String, List<Trajectory>> byQuestion =
                kept.stream().collect(Collectors.groupingBy(Trajectory::getGroupId, TreeMap::new, Collectors.toList()));
        List<Trajectory> lessons = new ArrayList<>();
        byQuestion.values().forEach(runs -> lessons.addAll(Imitation.oneOfEachKind(runs, random)));
        return lessons;
    }

    private void print(int kept, int lessons, Imitation imitation, String sha256) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "taught by %d of %d kept runs, %d times each, %d to a step%n",
                lessons, kept, imitation.epochs(), imitation.batch());
        out.printf("weights %s, in the blob store%n", sha256);
        out.printf("./eddy demo --agent %s --cold-start-from %s%n", pupil.agent(), to);
        out.flush();
    }
}
