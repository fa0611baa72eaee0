// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.advantage.ClosedGroup;
import dev.eddy.agent.Agent;
import dev.eddy.agent.Agents;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.Stores;
import dev.eddy.local.world.Instance;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.WorldBank;
import dev.eddy.metric.Metric;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.Ports;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The whole loop but the stream, in one thread: agent, model, bank, reward, advantage and trainer. */
final class OfflineTraining implements AutoCloseable {
    private static final int GROUP = 8;
    private static final int GROUPS_A_STEP = 16;
    private static final int ANSWERS = 4;
    private static final int EVALUATIONS = 250;

    private final WordTokenizer tokenizer = WordTokenizer.instance();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Ports.Lease<DemonstrationBank> bank;
    private final Ports.Lease<BlobStore> blobs;
    private final LocalPolicyModel model;
    private final LocalPolicyTrainer<Lesson> trainer;
    private final Rollouts<?> rollouts;
    private final InMemoryDriver driver;
    private final Scoring scoring = new Scoring(AgentRewards.create(Map.of()));
    private final Codec<Trajectory> whole = Codec.of(Trajectory.class);
    private final Codec<TrajectorySummary> summary = Codec.projecting(Trajectory.class, TrajectorySummary.class);
    private PolicyVersion current;
    private long queries;

    OfflineTraining(Path folder, String world, String worldSeed, Map<String, String> settings) throws IOException {
        Map<String, String> files = Map.of("path", folder.toUri().toString());
        blobs = Ports.lease(BlobStore.class, "file", files);
        Map<String, String> ofBank = new HashMap<>(Map.of("world", world, "seed", worldSeed, "blobs", "file"));
        files.forEach((key, value) -> ofBank.put("blobs." + key, value));
        bank = Ports.lease(DemonstrationBank.class, "world", ofBank);
        Stores none = new Stores(Map.of());
        model = new LocalPolicyModel(blobs.get(), policies, none);
        trainer = new ActIclFamily().trainer(blobs.get(), none, settings);
        Agent<?> agent = Agents.create("acticl", tokenizer, Map.of());
        rollouts = new Rollouts<>(agent, model.card());
        driver = new InMemoryDriver(
                new PortEffectRunner(
                        EffectPorts.none()
                                .with(PolicyModel.class, model)
                                .with(DemonstrationBank.class, bank.get())
                                .with(BlobStore.class, blobs.get()),
                        EffectLimits.DEFAULT),
                InstantSource.system());
        current = policies.put(0, trainer.weights());
    }

    /** Runs a batch of groups and a step on it; answers with the step's figures. */
    Map<String, Double> step(long number, long planned) throws InterruptedException {
        return step("trained", number, planned);
    }

    /** The same in another mode that acts. */
    Map<String, Double> step(String mode, long number, long planned) throws InterruptedException {
        List<Sample> batch = new ArrayList<>();
        double reward = 0;
        int forced = 0;
        for (int group = 0; group < GROUPS_A_STEP; group++) {
            long instance = queries++;
            List<Trajectory> trajectories = new ArrayList<>();
            List<RewardedTrajectory> scored = new ArrayList<>();
            Instance asked = instance(Split.TRAIN, instance);
            Query query = query(asked, "train-" + instance, mode, asked.count(), Purpose.TRAIN);
            for (int rollout = 0; rollout < GROUP; rollout++) {
                Trajectory trajectory = run(query, rollout);
                trajectories.add(trajectory);
                scored.add(score(trajectory, asked));
                reward += scored.get(rollout).getReward() / GROUP / GROUPS_A_STEP;
                forced += trajectory.getForced() ? 1 : 0;
            }
            List<GroupMember> members = ClosedGroup.of(scored, AdvantageEstimator.RLOO, 2, 0)
                    .group()
                    .getMembers();
            for (int i = 0; i < GROUP; i++) {
                Sample sample = new Sample(trajectories.get(i), members.get(i));
                trainer.objection(sample).ifPresent(objection -> {
                    throw new IllegalStateException(objection);
                });
                batch.add(sample);
            }
        }
        long before = cpu();
        trainer.prepare(batch.stream().map(Sample::trajectory).toList()).join();
        Map<String, Double> figures = trainer.step(batch, (double) number / planned);
        figures.put("reward", reward);
        figures.put("forced", (double) forced / batch.size());
        figures.put("trainerMicros", (cpu() - before) / 1e3 / batch.size());
        current = policies.put(number + 1, trainer.weights());
        return figures;
    }

    /** Mean score, shots, calls, tokens and failures of greedy runs on instances made of held-out classes. */
    Evaluation evaluate(String mode, Integer count, Split split, int instances) throws InterruptedException {
        Evaluation sums = new Evaluation();
        for (int number = 0; number < instances; number++) {
            Instance asked = instance(split, number);
            Query query = query(asked, split.key() + "-" + number, mode, count, Purpose.EVAL);
            Trajectory trajectory = run(query, 0);
            sums.add(trajectory, score(trajectory, asked));
        }
        return sums;
    }

    static final class Evaluation {
        private int runs;
        private double right;
        private int shots;
        private int failures;
        private int forced;
        private final Map<String, Double> stats = new HashMap<>();

        private void add(Trajectory trajectory, RewardedTrajectory scored) {
            runs++;
            right += scored.getComponents().getOrDefault(Metric.TASK, 0.0);
            shots += trajectory.getContext().size();
            failures += trajectory.getAnswers().isEmpty() ? 1 : 0;
            forced += trajectory.getForced() ? 1 : 0;
            trajectory.getStats().forEach((name, value) -> stats.merge(name, value, Double::sum));
        }

        double accuracy() {
            return 100 * right / runs;
        }

        /** Runs that came to no answer. */
        int failures() {
            return failures;
        }

        double shots() {
            return (double) shots / runs;
        }

        double mean(String stat) {
            return stats.getOrDefault(stat, 0.0) / runs;
        }

        @Override
        public String toString() {
            return String.format(
                    "accuracy %5.1f shots %.2f calls %.1f acquisition tokens %.0f failed %.1f%% forced %.1f%%",
                    accuracy(),
                    shots(),
                    mean("calls"),
                    mean("acquisitionTokens"),
                    100.0 * failures / runs,
                    100.0 * forced / runs);
        }
    }

    private Instance instance(Split split, long number) {
        return ((WorldBank) bank.get()).instance(split, 0, number).join();
    }

    private Query query(Instance asked, String id, String mode, Integer count, Purpose purpose) {
        boolean training = purpose == Purpose.TRAIN;
        return asked.query(id)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode(mode)
                .setPurpose(purpose)
                .setGroupSize(training ? GROUP : 1)
                .setDecoding(training ? Decoding.SAMPLED : Decoding.GREEDY)
                .setAnswers(training ? ANSWERS : 1)
                .setCount(count)
                .setTier("local")
                .build();
    }

    private Trajectory run(Query query, int rollout) throws InterruptedException {
        RolloutRequest request = new RolloutRequest(query, rollout, new SourcePosition("queries", 0, 0L));
        return driver.run(rollouts, request, VersionSource.only(current));
    }

    private RewardedTrajectory score(Trajectory trajectory, Instance asked) {
        return scoring.score(
                summary.decode(whole.encode(trajectory)),
                new TrajectoryRef(trajectory.getTrajectoryId(), "trajectories", 0, 0L),
                asked.label(trajectory.getQuery().getQueryId(), 0),
                null,
                List.of(),
                0);
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Arguments: world, its seed, steps, steps between evaluations, then settings of the trainer as {@code name=value}. */
    public static void main(String[] args) throws Exception {
        long steps = Long.parseLong(args[2]);
        long pause = Long.parseLong(args[3]);
        Map<String, String> settings = new HashMap<>();
        for (int i = 4; i < args.length; i++) {
            settings.put(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
        }
        Path folder = Files.createTempDirectory("offline");
        try (OfflineTraining training = new OfflineTraining(folder, args[0], args[1], settings)) {
            System.out.println("zero_shot " + training.evaluate("zero_shot", null, Split.STRICT, 1000));
            System.out.println("random 4  " + training.evaluate("random", 4, Split.STRICT, 1000));
            System.out.println("mmices 4  " + training.evaluate("mmices", 4, Split.STRICT, 1000));
            long spent = 0;
            for (long step = 0; step <= steps; step++) {
                if (step % pause == 0) {
                    System.out.printf(
                            "step %d cpu %.0f s adaptive %s | fixed 4 %s%n",
                            step,
                            spent / 1e9,
                            training.evaluate("trained", null, Split.STRICT, EVALUATIONS),
                            training.evaluate("trained", 4, Split.STRICT, EVALUATIONS));
                }
                if (step < steps) {
                    long before = cpu();
                    Map<String, Double> figures = training.step(step, steps);
                    spent += cpu() - before;
                    if (step % pause == pause - 1 || step == 0) {
                        System.out.println("    " + figures);
                    }
                }
            }
            System.out.println("strict adaptive " + training.evaluate("trained", null, Split.STRICT, 1000));
            System.out.println("strict fixed 4  " + training.evaluate("trained", 4, Split.STRICT, 1000));
            System.out.println("all adaptive    " + training.evaluate("trained", null, Split.ALL, 1000));
            System.out.println("all mmices 4    " + training.evaluate("mmices", 4, Split.ALL, 1000));
        }
    }

    @Override
    public void close() throws Exception {
        bank.close();
        blobs.close();
    }
}
