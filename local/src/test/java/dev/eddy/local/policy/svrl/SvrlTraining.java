// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.advantage.ClosedGroup;
import dev.eddy.agent.Agents;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.Stores;
import dev.eddy.local.world.HashedWordsEncoder;
import dev.eddy.local.world.encyclopaedia.EmblemCase;
import dev.eddy.local.world.encyclopaedia.Encyclopaedia;
import dev.eddy.local.world.encyclopaedia.EncyclopaediaEngine;
import dev.eddy.local.world.encyclopaedia.EncyclopaediaVerifier;
import dev.eddy.local.world.encyclopaedia.Part;
import dev.eddy.metric.Metric;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.Encoder;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Verifier;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The whole loop but the stream, in one thread: agent, model, search engine, verifier, reward, advantage and trainer. */
final class SvrlTraining {
    static final int GROUP = 8;

    private static final int GROUPS_A_STEP = 16;
    private static final int MOST_GROUPS_A_STEP = 160;
    private static final double IMITATION_RATE = 0.004 / 0.012;

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Encyclopaedia world;
    private final NoToolPass pretrained;
    private final LocalPolicyTrainer<SvrlLesson> trainer;
    private final Rollouts<?> rollouts;
    private final EffectRunner runner;
    private final InMemoryDriver driver;
    private final Scoring scoring = new Scoring(AgentRewards.create(Map.of()));
    private final Codec<Trajectory> whole = Codec.of(Trajectory.class);
    private final Codec<TrajectorySummary> summary = Codec.projecting(Trajectory.class, TrajectorySummary.class);
    private final String mode;
    private PolicyVersion current;
    private long queries;
    private long versions;

    /** A run and its score. */
    private record Scored(Trajectory trajectory, RewardedTrajectory reward) {
        private boolean right() {
            return reward.getComponents().getOrDefault(Metric.TASK, 0.0) == 1;
        }

        private boolean searched() {
            return !trajectory.getSearches().isEmpty();
        }
    }

    /** @param mode that it learns in */
    SvrlTraining(long worldSeed, String mode, Map<String, String> settings) throws IOException {
        this.mode = mode;
        world = Encyclopaedia.open(worldSeed);
        byte[] corpus = world.schooling();
        pretrained = new NoToolPass(corpus);
        Map<String, String> all = new HashMap<>(settings);
        all.put("memory", blobs.put(corpus).join());
        Stores none = new Stores(Map.of());
        LocalPolicyModel model = new LocalPolicyModel(blobs, policies, none);
        trainer = new SvrlFamily().trainer(blobs, none, all);
        rollouts = new Rollouts<>(Agents.create("svrl", WordTokenizer.instance(), Map.of()), model.card());
        runner = new PortEffectRunner(
                EffectPorts.none()
                        .with(PolicyModel.class, model)
                        .with(SearchEngine.class, new EncyclopaediaEngine(world, blobs, () -> {}))
                        .with(Verifier.class, new EncyclopaediaVerifier(world))
                        .with(Encoder.class, new HashedWordsEncoder())
                        .with(BlobStore.class, blobs),
                EffectLimits.DEFAULT);
        driver = new InMemoryDriver(runner, InstantSource.system());
        publish();
    }

    private void publish() {
        current = policies.put(versions++, trainer.weights());
    }

    /** One group of runs of a question. */
    private List<Scored> group(Part part, long number, String ofMode, Purpose purpose, int size)
            throws InterruptedException {
        EmblemCase asked = world.question(part, number);
        blobs.put(asked.png());
        String id = part.key() + "-" + number;
        Query query = asked.query(id)
                .setAgent("svrl")
                .setPolicy("svrl")
                .setMode(ofMode)
                .setPurpose(purpose)
                .setGroupSize(size)
                .setDecoding(size > 1 ? Decoding.SAMPLED : Decoding.GREEDY)
                .setSeed(number)
                .build();
        boolean free = pretrained
                .answer(asked.png(), asked.text())
                .filter(asked.target()::equals)
                .isPresent();
        Label label = asked.label(id, free, 0);
        List<Scored> scored = new ArrayList<>();
        for (int rollout = 0; rollout < size; rollout++) {
            RolloutRequest request = new RolloutRequest(query, rollout, new SourcePosition("queries", 0, 0L));
            Trajectory trajectory = driver.run(rollouts, request, VersionSource.only(current));
            scored.add(new Scored(trajectory, score(trajectory, label)));
        }
        return scored;
    }

    private RewardedTrajectory score(Trajectory trajectory, Label label) {
        TrajectorySummary seen = summary.decode(whole.encode(trajectory));
        List<EffectResult> answers = new ArrayList<>();
        for (Effect effect : scoring.asks(seen, label, null)) {
            answers.add(
                    runner.run(new EffectRunner.Call(trajectory.getTrajectoryId(), effect, new byte[32], null, 0, 0))
                            .join());
        }
        TrajectoryRef ref = new TrajectoryRef(trajectory.getTrajectoryId(), "trajectories", 0, 0L);
        return scoring.score(seen, ref, label, null, answers, 0);
    }

    /**
     * Runs groups until a batch of them teaches something, and a step on it; answers with the step's figures and those of the
     * sampled policy. Groups without variance are not trained on, as in the stream.
     */
    Map<String, Double> step(long number, long planned) throws InterruptedException {
        List<Sample> batch = new ArrayList<>();
        Figures figures = new Figures();
        int groups = 0;
        while (batch.size() < GROUPS_A_STEP * GROUP && groups < MOST_GROUPS_A_STEP) {
            List<Scored> scored = group(Part.TRAIN, queries++, mode, Purpose.TRAIN, GROUP);
            scored.forEach(figures::add);
            groups++;
            TrainingGroup closed = ClosedGroup.of(
                            scored.stream().map(Scored::reward).toList(), AdvantageEstimator.DR_GRPO, 2, 0)
                    .group();
            for (int i = 0; i < GROUP && !closed.getZeroVariance(); i++) {
                batch.add(new Sample(
                        scored.get(i).trajectory(), closed.getMembers().get(i)));
            }
        }
        trainer.prepare(batch.stream().map(Sample::trajectory).toList()).join();
        Map<String, Double> step = new TreeMap<>(trainer.step(batch, (double) number / planned));
        publish();
        step.putAll(figures.means());
        step.put("groups", (double) groups);
        return step;
    }

    /**
     * A round of the cold start: gathers runs of which a third are made to search twice, keeps what answers right, and imitates
     * of every question one that searched and one that did not.
     */
    Map<String, Double> coldStart(int batches, int questions, long seed) throws InterruptedException {
        Random random = new Random(seed);
        int kept = 0;
        int runs = 0;
        List<List<Trajectory>> lessons = new ArrayList<>();
        for (int number = 0; number < batches; number++) {
            String ofMode = number % 3 == 0 ? "rag" : mode;
            List<Trajectory> batch = new ArrayList<>();
            for (int question = 0; question < questions; question++) {
                List<Scored> scored = group(Part.COLD_START, queries++, ofMode, Purpose.EVAL, GROUP);
                runs += GROUP;
                for (boolean searched : new boolean[] {true, false}) {
                    List<Scored> right = scored.stream()
                            .filter(run -> run.right() && run.searched() == searched)
                            .toList();
                    kept += right.size();
                    if (!right.isEmpty()) {
                        batch.add(right.get(random.nextInt(right.size())).trajectory());
                    }
                }
            }
            if (!batch.isEmpty()) {
                trainer.prepare(batch).join();
                lessons.add(batch);
            }
        }
        for (List<Trajectory> batch : lessons) {
            trainer.imitate(batch, IMITATION_RATE);
        }
        publish();
        return Map.of("runs", (double) runs, "kept", (double) kept);
    }

    /** Ends the supervised stage: the same weights with a fresh optimiser. */
    void begin() {
        trainer.reset(trainer.weights());
    }

    /** Means over greedy runs on held-out questions. */
    Map<String, Double> evaluate(String ofMode, int questions) throws InterruptedException {
        Figures figures = new Figures();
        for (int number = 0; number < questions; number++) {
            figures.add(group(Part.TEST, number, ofMode, Purpose.EVAL, 1).get(0));
        }
        return figures.means();
    }

    private static final class Figures {
        private final Map<String, Double> sums = new TreeMap<>();
        private int runs;

        private void add(Scored scored) {
            runs++;
            put("accuracy", scored.right());
            put("searchRatio", scored.searched());
            put("failed", scored.trajectory().getAnswers().isEmpty());
            sums.merge("reward", scored.reward().getReward(), Double::sum);
            scored.reward().getStats().forEach((name, value) -> sums.merge(name, value, Double::sum));
        }

        private void put(String name, boolean value) {
            sums.merge(name, value ? 1.0 : 0.0, Double::sum);
        }

        private double ratio(String one, String other) {
            return sums.getOrDefault(one, 0.0) / Math.max(1e-9, sums.getOrDefault(other, 0.0));
        }

        private Map<String, Double> means() {
            Map<String, Double> means = new TreeMap<>();
            for (String name : List.of("accuracy", "searchRatio", "failed", "reward")) {
                means.put(name, 100 * sums.get(name) / runs);
            }
            means.put("precision", 100 * ratio("searchedRequired", "searchKnown"));
            means.put("recall", 100 * ratio("searchedRequired", "searchRequired"));
            means.put("maskAgreement", 100 * ratio("maskAgreements", "maskPositions"));
            return means;
        }
    }

    /** Arguments: seed of the world, mode, steps, rounds of the cold start, then settings of the trainer as {@code name=value}. */
    public static void main(String[] args) throws Exception {
        int steps = Integer.parseInt(args[2]);
        int rounds = Integer.parseInt(args[3]);
        Map<String, String> settings = new HashMap<>();
        for (int i = 4; i < args.length; i++) {
            settings.put(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
        }
        long start = System.nanoTime();
        SvrlTraining training = new SvrlTraining(Long.parseLong(args[0]), args[1], settings);
        print(start, "direct", training.evaluate("direct", 500));
        for (int round = 0; round < rounds; round++) {
            print(start, "cold start", training.coldStart(20, 32, round));
        }
        training.begin();
        print(start, "untrained", training.evaluate(args[1], 500));
        for (int step = 0; step < steps; step++) {
            Map<String, Double> figures = training.step(step, steps);
            if (step % 25 == 0) {
                print(start, "step " + step, figures);
            }
            if (step > 0 && step % 200 == 0) {
                print(start, "greedy", training.evaluate(args[1], 500));
            }
        }
        print(start, "greedy at the end", training.evaluate(args[1], 2000));
        if (!args[1].startsWith("mmsearch")) {
            print(start, "rag", training.evaluate("rag", 2000));
        }
        print(start, "all kept", training.evaluate("trained_keep_all", 2000));
        for (String more : List.of("trained_tts_k1", "trained_tts_k5", "trained_tts_k8", "trained_ttv")) {
            print(start, more, training.evaluate(more, 1000));
        }
    }

    private static void print(long start, String what, Map<String, Double> figures) {
        StringBuilder text = new StringBuilder(String.format("%5.0f s %s:", (System.nanoTime() - start) / 1e9, what));
        figures.forEach((name, value) -> text.append(String.format(" %s %.3f", name, value)));
        System.out.println(text);
    }
}
