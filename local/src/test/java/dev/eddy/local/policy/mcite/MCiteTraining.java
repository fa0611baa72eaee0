// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.advantage.ClosedGroup;
import dev.eddy.agent.Agents;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.CropReferences;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.Stores;
import dev.eddy.local.world.documents.DocumentIndex;
import dev.eddy.local.world.documents.DocumentQuestion;
import dev.eddy.local.world.documents.DocumentSplit;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.Ports;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.reward.TrajectoryFilter;
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
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** The whole loop but the stream, in one thread: a cold start from the script, then agent, model, index, reward and trainer. */
final class MCiteTraining implements AutoCloseable {
    private static final int GROUP = 8;
    private static final int GROUPS_A_STEP = 16;
    private static final int IMITATED_A_STEP = 16;
    private static final int EPOCHS = 20;

    /** Of the cold start, beside that of the beginning: 3e-3 of 4e-3. */
    private static final double IMITATION_RATE = 0.75;

    private final MemoryPolicies policies = new MemoryPolicies();
    private final Ports.Lease<PageIndex> index;
    private final Ports.Lease<BlobStore> blobs;
    private final LocalPolicyModel model;
    private final LocalPolicyTrainer<Lesson> trainer;
    private final Rollouts<?> rollouts;
    private final InMemoryDriver driver;
    private final Scoring scoring = new Scoring(AgentRewards.create(Map.of()));
    private final TrajectoryFilter filter = TrajectoryFilter.found();
    private final Codec<Trajectory> whole = Codec.of(Trajectory.class);
    private final Codec<TrajectorySummary> summary = Codec.projecting(Trajectory.class, TrajectorySummary.class);
    private final PolicyVersion script;
    private final long seed;
    private PolicyVersion current;
    private long queries;
    private long versions;

    MCiteTraining(Path folder, String world, String worldSeed, long seed) throws IOException {
        Map<String, String> files = Map.of("path", folder.toUri().toString());
        blobs = Ports.lease(BlobStore.class, "file", files);
        Map<String, String> ofIndex = new HashMap<>(Map.of("world", world, "seed", worldSeed, "blobs", "file"));
        files.forEach((key, value) -> ofIndex.put("blobs." + key, value));
        index = Ports.lease(PageIndex.class, "world", ofIndex);
        this.seed = seed;
        Stores none = new Stores(Map.of());
        model = new LocalPolicyModel(blobs.get(), policies, none);
        trainer = new MCiteFamily().trainer(blobs.get(), none, Map.of("seed", Long.toString(seed)));
        rollouts = new Rollouts<>(Agents.create("mcite", WordTokenizer.instance(), Map.of()), model.card());
        driver = new InMemoryDriver(
                new CropReferences(new PortEffectRunner(
                        EffectPorts.none()
                                .with(PolicyModel.class, model)
                                .with(PageIndex.class, index.get())
                                .with(BlobStore.class, blobs.get()),
                        EffectLimits.DEFAULT)),
                InstantSource.system());
        script = policies.put(versions++, new MCiteFamily().scriptedTeacher().orElseThrow());
        adopt();
    }

    private void adopt() {
        current = policies.put(versions++, trainer.weights());
    }

    byte[] weights() {
        return trainer.weights();
    }

    /** Begins the stream of questions anew from these weights. */
    void restart(byte[] weights) {
        trainer.reset(weights);
        adopt();
        queries = 0;
    }

    /** Collects runs of the script until enough are kept, and imitates them; answers with why others were dropped. */
    SortedMap<String, Integer> coldStart(int wanted) throws InterruptedException {
        SortedMap<String, Integer> fates = new TreeMap<>();
        List<Trajectory> kept = new ArrayList<>();
        for (long attempt = 0; kept.size() < wanted; attempt++) {
            long number = 1_000_000 + 100_000 * seed + attempt;
            DocumentQuestion asked = question(DocumentSplit.TRAIN, number);
            Query query = query(asked, "cold-" + number, "cold_start", Purpose.TRAIN, Decoding.SAMPLED);
            Trajectory trajectory = run(query, 0, script);
            String fate = filter.objection(score(trajectory, asked)).orElse("kept");
            fates.merge(fate, 1, Integer::sum);
            if (fate.equals("kept")) {
                kept.add(trajectory);
            }
        }
        trainer.prepare(kept).join();
        Random random = new Random(seed);
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            Collections.shuffle(kept, random);
            for (int from = 0; from < kept.size(); from += IMITATED_A_STEP) {
                trainer.imitate(kept.subList(from, Math.min(kept.size(), from + IMITATED_A_STEP)), IMITATION_RATE);
            }
        }
        adopt();
        return fates;
    }

    /** Runs a batch of groups and a step on it; answers with the step's figures. */
    Map<String, Double> step(String mode, long number, long planned) throws InterruptedException {
        List<Sample> batch = new ArrayList<>();
        Tally tally = new Tally();
        int even = 0;
        for (int group = 0; group < GROUPS_A_STEP; group++) {
            long instance = queries++;
            DocumentQuestion asked = question(DocumentSplit.TRAIN, instance);
            Query query = query(asked, "train-" + seed + "-" + instance, mode, Purpose.TRAIN, Decoding.SAMPLED);
            List<Trajectory> trajectories = new ArrayList<>();
            List<RewardedTrajectory> scored = new ArrayList<>();
            for (int rollout = 0; rollout < GROUP; rollout++) {
                trajectories.add(run(query, rollout, current));
                scored.add(score(trajectories.get(rollout), asked));
                tally.add(scored.get(rollout));
            }
            ClosedGroup closed = ClosedGroup.of(scored, AdvantageEstimator.GRPO, 2, 0);
            even += closed.group().getZeroVariance() ? 1 : 0;
            List<GroupMember> members = closed.group().getMembers();
            for (int i = 0; i < GROUP; i++) {
                batch.add(new Sample(trajectories.get(i), members.get(i)));
            }
        }
        trainer.prepare(batch.stream().map(Sample::trajectory).toList()).join();
        Map<String, Double> figures = trainer.step(batch, (double) number / planned);
        figures.put("zeroVariance", (double) even / GROUPS_A_STEP);
        figures.put("accuracy", tally.mean("exactMatch"));
        figures.put("meanIoU", tally.mean("meanIoU"));
        figures.put("reward", tally.mean("reward"));
        adopt();
        return figures;
    }

    /** Runs on questions about documents that training never asks about. */
    Tally evaluate(String mode, Decoding decoding, int questions) throws InterruptedException {
        Tally tally = new Tally();
        for (int number = 0; number < questions; number++) {
            DocumentQuestion asked = question(DocumentSplit.TEST, number);
            Query query = query(asked, "test-" + seed + "-" + number, mode, Purpose.EVAL, decoding);
            tally.add(score(run(query, 0, current), asked));
        }
        return tally;
    }

    /** Means over scored runs. */
    static final class Tally {
        private final Map<String, Double> sums = new TreeMap<>();
        private int runs;

        private void add(RewardedTrajectory scored) {
            runs++;
            scored.getStats().forEach((name, value) -> sums.merge(name, value, Double::sum));
            sums.merge("reward", scored.getReward(), Double::sum);
            sums.merge("exactMatch", scored.getComponents().getOrDefault("task", 0.0), Double::sum);
        }

        double mean(String name) {
            return sums.getOrDefault(name, 0.0) / runs;
        }

        @Override
        public String toString() {
            return String.format(
                    "EM %.1f IoU %.1f IoU>=.5 %.1f nDCG %.1f IoGT %.1f gate %.1f searches %.2f crops %.2f cropShare %.3f entropy %.2f",
                    100 * mean("exactMatch"),
                    100 * mean("meanIoU"),
                    100 * mean("iouAtHalf"),
                    100 * mean("nDCG"),
                    100 * mean("meanIoGT"),
                    100 * mean("gatePassShare"),
                    mean("searches"),
                    mean("crops"),
                    mean("cropShare"),
                    mean("entropy"));
        }
    }

    private DocumentQuestion question(DocumentSplit split, long number) {
        return ((DocumentIndex) index.get()).world().question(split, number);
    }

    private static Query query(DocumentQuestion asked, String id, String mode, Purpose purpose, Decoding decoding) {
        return asked.query(id)
                .setAgent("mcite")
                .setPolicy("mcite")
                .setMode(mode)
                .setPurpose(purpose)
                .setGroupSize(purpose == Purpose.TRAIN ? GROUP : 1)
                .setDecoding(decoding)
                .build();
    }

    private Trajectory run(Query query, int rollout, PolicyVersion version) throws InterruptedException {
        RolloutRequest request = new RolloutRequest(query, rollout, new SourcePosition("queries", 0, 0L));
        return driver.run(rollouts, request, VersionSource.only(version));
    }

    private RewardedTrajectory score(Trajectory trajectory, DocumentQuestion asked) {
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

    /** Arguments: folder for pages, world, its seed, first seed, seeds, kept runs, steps, test questions, modes. */
    public static void main(String[] args) throws Exception {
        long steps = Long.parseLong(args[6]);
        int questions = Integer.parseInt(args[7]);
        for (long seed = Long.parseLong(args[3]); seed < Long.parseLong(args[3]) + Long.parseLong(args[4]); seed++) {
            try (MCiteTraining training = new MCiteTraining(Path.of(args[0]), args[1], args[2], seed)) {
                long begin = cpu();
                System.out.println("seed " + seed + " cold start " + training.coldStart(Integer.parseInt(args[5])));
                System.out.printf("    %.1f s%n", (cpu() - begin) / 1e9);
                byte[] cold = training.weights();
                training.print("cold_start", questions);
                for (int mode = 8; mode < args.length; mode++) {
                    training.restart(cold);
                    long spent = 0;
                    for (long step = 0; step < steps; step++) {
                        long before = cpu();
                        Map<String, Double> figures = training.step(args[mode], step, steps);
                        spent += cpu() - before;
                        if (step % 25 == 24 || step == 0) {
                            System.out.printf("  %s %d %.1f s %s%n", args[mode], step + 1, spent / 1e9, figures);
                        }
                    }
                    training.print(args[mode], questions);
                }
            }
        }
    }

    private void print(String mode, int questions) throws InterruptedException {
        System.out.println(seed + " " + mode + " greedy  " + evaluate(mode, Decoding.GREEDY, questions));
        System.out.println(seed + " " + mode + " sampled " + evaluate(mode, Decoding.SAMPLED, questions));
    }

    @Override
    public void close() throws Exception {
        index.close();
        blobs.close();
    }
}
