// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.advantage.ClosedGroup;
import dev.eddy.agent.Agents;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.CropReferences;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.Grader;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.run.RunRefusedException;
import dev.eddy.operator.reward.RewardSettings;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.Stores;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One policy that learns by everything that the stream consists of but the stream: the agent under the plain driver, its ports,
 * reward, advantage and trainer, in the calling thread. The same seed gives the same weights. Not thread-safe.
 */
public final class OfflineRun {
    /** A run and its score. */
    public record Scored(Trajectory trajectory, RewardedTrajectory reward) {}

    /** Divergence, in nats a choice, of log-probabilities that were computed twice. */
    private static final double SAME = 1e-9;

    private static final RewardSettings STREAM = RewardSettings.defaults();

    /**
     * What was done for a step.
     *
     * @param rollouts scored, of all groups
     * @param groups that were asked
     * @param trained those of them that were trained on
     */
    record Step(List<RewardedTrajectory> rollouts, int groups, int trained) {}

    private final Subject subject;
    private final Recipe recipe;
    private final long seed;
    private final PolicyStore policies;
    private final LocalPolicyTrainer<?> trainer;
    private final Rollouts<?> rollouts;
    private final InMemoryDriver driver;
    private final Grader grader;
    private final Codec<Trajectory> whole = Codec.of(Trajectory.class);
    private final Codec<TrajectorySummary> summary = Codec.projecting(Trajectory.class, TrajectorySummary.class);
    private PolicyVersion current;
    private long versions;
    private long asked;

    /**
     * Begins with initial weights.
     *
     * @param mode the query mode that the policy learns in
     * @param seed of weights and sampling
     * @param policies where this run's weights go; nobody else's
     * @param ofTrainer settings of the trainer that go before the subject's; version 0 is what learning begins with
     * @throws RunRefusedException if the trainer has no such settings
     */
    OfflineRun(
            Subject subject, Recipe recipe, String mode, long seed, PolicyStore policies, Map<String, String> ofTrainer)
            throws IOException {
        this.subject = subject;
        this.recipe = recipe;
        this.seed = seed;
        this.policies = policies;
        Stores none = new Stores(Map.of());
        BlobStore blobs = subject.ports().get(BlobStore.class);
        Map<String, String> settings = new HashMap<>(subject.trainerSettings(mode));
        settings.put("seed", Long.toString(seed));
        settings.putAll(ofTrainer);
        try {
            trainer = LocalPolicyTrainer.of(subject.family(), blobs, policies, none, settings);
        } catch (IllegalArgumentException cannotBeSetSo) {
            throw new RunRefusedException(cannotBeSetSo.getMessage(), cannotBeSetSo);
        }
        LocalPolicyModel model = new LocalPolicyModel(blobs, policies, none);
        rollouts = new Rollouts<>(
                Agents.create(subject.agent(), WordTokenizer.instance(), subject.agentSettings()), model.card());
        EffectRunner runner = new CropReferences(
                new PortEffectRunner(subject.ports().with(PolicyModel.class, model), EffectLimits.DEFAULT));
        grader =
                new Grader(new Scoring(AgentRewards.create(Map.of(subject.agent(), subject.rewardSettings()))), runner);
        driver = new InMemoryDriver(runner, InstantSource.system());
        publish();
    }

    private void publish() {
        PolicyVersion before = current;
        current = store(trainer.weights());
        if (before != null && before.version() > 0) {
            policies.delete(before).join(); // nobody asks for it again
        }
    }

    /** A version of other weights, such as a teacher's. */
    public PolicyVersion store(byte[] weights) {
        PolicyVersion version = new PolicyVersion(subject.agent(), versions++, Sha256.hex(weights));
        policies.put(version, weights).join();
        return version;
    }

    /** The version that {@link #step} and {@link #imitate} made last. */
    public PolicyVersion current() {
        return current;
    }

    byte[] weights() {
        return trainer.weights();
    }

    /** Begins once more, with other weights as version 0 and a fresh optimiser. */
    public void begin(byte[] weights) {
        trainer.reset(weights);
        policies.delete(current).join();
        current = null;
        versions = 0;
        publish();
    }

    /** The runs of one question, scored. */
    public List<Scored> group(
            Part part, long number, String mode, Integer count, Decoding decoding, int size, PolicyVersion version)
            throws InterruptedException {
        String id = part.name().toLowerCase(Locale.ROOT) + "-" + seed + "-" + number;
        Asked question = subject.ask(part, number, id);
        Query query = question.query()
                .setAgent(subject.agent())
                .setPolicy(subject.agent())
                .setMode(mode)
                .setPurpose(part.isTest() ? Purpose.EVAL : Purpose.TRAIN)
                .setGroupSize(size)
                .setDecoding(decoding)
                .setAnswers(part == Part.TRAIN ? recipe.answers() : 1)
                .setSeed(seed * 1_000_003 + number)
                .setCount(part == Part.TRAIN ? question.query().getCount() : count)
                .build();
        List<Scored> group = new ArrayList<>();
        for (int rollout = 0; rollout < size; rollout++) {
            RolloutRequest request = new RolloutRequest(query, rollout, new SourcePosition("queries", 0, 0L));
            Trajectory trajectory = driver.run(rollouts, request, VersionSource.only(version));
            group.add(new Scored(trajectory, score(trajectory, question.label())));
        }
        return group;
    }

    /** Through the wire's form, as the reward job does. */
    private RewardedTrajectory score(Trajectory trajectory, Label label) {
        TrajectoryRef ref = new TrajectoryRef(trajectory.getTrajectoryId(), "trajectories", 0, 0L);
        return grader.grade(summary.decode(whole.encode(trajectory)), ref, label, null, trajectory::getEndedAt)
                .join();
    }

    /** As the reward job closes a group by default. */
    static ClosedGroup closed(List<RewardedTrajectory> group) {
        return ClosedGroup.of(group, STREAM.estimator(), STREAM.minValid(), 0);
    }

    /**
     * One step on a batch of groups whose rewards differ, as the stream's trainer fills it; groups that teach nothing are asked
     * and left out. Where they are nearly all, it makes do with those found, or does without the step.
     */
    Step step(String mode, int number) throws InterruptedException {
        List<Sample> batch = new ArrayList<>();
        List<RewardedTrajectory> rewarded = new ArrayList<>();
        int groups = 0;
        int found = 0;
        for (; found < recipe.batchGroups() && groups < recipe.patience() * recipe.batchGroups(); groups++) {
            List<Scored> group = group(Part.TRAIN, asked++, mode, null, Decoding.SAMPLED, recipe.groupSize(), current);
            ClosedGroup closed = closed(group.stream().map(Scored::reward).toList());
            rewarded.addAll(closed.members());
            if (!closed.group().getZeroVariance() && !closed.group().getTooFew()) {
                found++;
                List<GroupMember> members = closed.group().getMembers();
                for (int member = 0; member < members.size(); member++) {
                    batch.add(new Sample(group.get(member).trajectory(), members.get(member)));
                }
            }
        }
        if (found > 0) {
            trainer.prepare(batch.stream().map(Sample::trajectory).toList()).join();
            checkRecognised(trainer.step(batch, (double) number / recipe.steps()));
            publish();
        }
        return new Step(rewarded, groups, found);
    }

    /** These weights have just made every choice of the batch: unless the trainer finds the same choices, it learns nonsense. */
    private void checkRecognised(Map<String, Double> figures) {
        if (figures.get("unmatchedRows") != 0 || Math.abs(figures.get("kl")) > SAME) {
            throw new IllegalStateException("the trainer of agent '" + subject.agent()
                    + "' reads other choices from its runs than were made: " + figures);
        }
    }

    /**
     * One step towards what was done in these runs.
     *
     * @param rate the learning rate, as a share of that of the beginning
     */
    public void imitate(List<Trajectory> runs, double rate) {
        trainer.prepare(runs).join();
        trainer.imitate(runs, rate);
        publish();
    }

    /** Asks every test question once. */
    List<RewardedTrajectory> evaluate(ExperimentMode mode, Decoding decoding) throws InterruptedException {
        List<RewardedTrajectory> runs = new ArrayList<>();
        for (int number = 0; number < recipe.testQuestions(); number++) {
            runs.add(group(Part.TEST, number, mode.asksIn(), mode.count(), decoding, 1, current)
                    .get(0)
                    .reward());
        }
        return runs;
    }

    /** The seed of weights and sampling. */
    public long seed() {
        return seed;
    }

    public Recipe recipe() {
        return recipe;
    }
}
