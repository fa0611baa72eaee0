// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import dev.eddy.console.topic.TopicWriter;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SearchLabels;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.UpdateCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Writes what a short training run leaves on the topics, with figures made up but of a true run's shape. */
final class SyntheticRun {
    static final String POLICY = "acticl";

    private static final long BEGIN = 1_790_000_000_000L;
    private static final int GROUP = 4;

    private final TopicWriter topics;
    private final Random random = new Random(7);
    private final List<String> pictures = new ArrayList<>();

    SyntheticRun(TopicWriter topics, BlobStore blobs) throws IOException {
        this.topics = topics;
        for (int i = 0; i < 12; i++) {
            pictures.add(blobs.put(Glyphs.png(random)).join());
        }
    }

    /** Versions 0 to {@code last}, each with its groups, held-out probe and baselines. */
    void write(int last) throws InterruptedException {
        for (int version = 0; version <= last; version++) {
            double skill = 1 / (1 + Math.exp(-(version - last * 0.3) / (last * 0.09 + 1)));
            announce(version, skill);
            for (int group = 0; group < 3; group++) {
                trainGroup(version, group, skill);
            }
            if (version % 4 == 0) {
                for (int question = 0; question < 12; question++) {
                    run(
                            "eval-" + version + "-" + question,
                            Purpose.EVAL,
                            "trained",
                            null,
                            version,
                            0.27 + 0.65 * skill,
                            4 - 2.2 * skill);
                    run("fix-" + version + "-" + question, Purpose.EVAL, "trained", 4, version, 0.9 * skill * skill, 4);
                }
            }
        }
        for (int question = 0; question < 40; question++) {
            run("zero-" + question, Purpose.EVAL, "zero_shot", null, last, 0.29, 0);
            run("random-" + question, Purpose.EVAL, "random", 4, last, 0.31, 4);
            run("mmices-" + question, Purpose.EVAL, "mmices", 4, last, 0.79, 4);
        }
        deadLetter();
    }

    /** One finished run with the text given as its question and answer; answers with its id. */
    String hostile(String text) throws InterruptedException {
        Query query = query("hostile", Purpose.SERVE, "trained", null, text);
        topics.write(Topic.QUERIES, query.getQueryId(), query);
        Trajectory trajectory = SyntheticTrajectory.of(query, 0, 3, text, pictures);
        topics.write(Topic.TRAJECTORIES, trajectory.getGroupId(), trajectory);
        return trajectory.getTrajectoryId();
    }

    void metric(String name, Map<String, String> labels, double value, long window) throws InterruptedException {
        topics.write(
                Topic.METRICS,
                name,
                MetricPoint.newBuilder()
                        .setName(name)
                        .setLabels(labels)
                        .setValue(value)
                        .setCount(64)
                        .setWindowStart(BEGIN + window * 1_000)
                        .setWindowEnd(BEGIN + window * 1_000 + 1_000)
                        .build());
    }

    private void announce(int version, double skill) throws InterruptedException {
        topics.write(
                Topic.POLICY_UPDATES,
                POLICY,
                PolicyUpdate.newBuilder()
                        .setPolicy(POLICY)
                        .setVersion(version)
                        .setSha256(Sha256.hex(new byte[] {(byte) version}))
                        .setParent(version == 0 ? null : version - 1L)
                        .setCause(version == 0 ? UpdateCause.INITIAL : UpdateCause.TRAINED)
                        .setStep(version)
                        .setGroupsConsumed(version * 18L)
                        .setGroupsTrained(version * 16L)
                        .setMetrics(Map.of(
                                "loss", -0.02 + 0.03 * random.nextGaussian(),
                                "gradientNorm", 1.2 - skill + 0.2 * random.nextDouble(),
                                "entropy", 1.5 - 1.1 * skill + 0.05 * random.nextGaussian(),
                                "clippedShare", 0.05 * random.nextDouble()))
                        .setAnnouncedAt(BEGIN + version * 600L)
                        .build());
        metric(
                "effectLatencyP99Ms",
                Map.of("effect", "generate", "job", "serve"),
                6 + 2 * random.nextDouble(),
                version);
        metric("meanReward", Map.of("policy", POLICY, "version", Integer.toString(version)), skill, version);
    }

    private void trainGroup(int version, int group, double skill) throws InterruptedException {
        String id = "train-" + version + "-" + group;
        List<GroupMember> members = new ArrayList<>();
        Query query = query(
                id,
                Purpose.TRAIN,
                "trained",
                group == 0 ? 4 : null,
                "Which name belongs to this symbol? Allowed names: dax, wug, blick.");
        topics.write(Topic.QUERIES, id, query);
        for (int rollout = 0; rollout < GROUP; rollout++) {
            members.add(scored(query, rollout, version, 0.2 + 0.75 * skill, 4 - 2 * skill));
        }
        boolean flat = random.nextDouble() < 0.3 * skill;
        topics.write(
                Topic.TRAINING_GROUPS,
                POLICY,
                TrainingGroup.newBuilder()
                        .setGroupId(id)
                        .setAgent("acticl")
                        .setPolicy(POLICY)
                        .setQueryId(id)
                        .setGroupSize(GROUP)
                        .setMembers(members)
                        .setEstimator("rloo")
                        .setStatus(GroupStatus.COMPLETE)
                        .setZeroVariance(flat)
                        .build());
        topics.write(
                Topic.GROUP_RECEIPTS,
                POLICY,
                GroupReceipt.newBuilder()
                        .setGroupId(id)
                        .setPolicy(POLICY)
                        .setFate(
                                flat
                                        ? GroupFate.ZERO_VARIANCE
                                        : random.nextInt(60) == 0 ? GroupFate.STALE : GroupFate.TRAINED)
                        .setStep(version)
                        .setLag(1 + random.nextInt(3))
                        .build());
    }

    private void run(String id, Purpose purpose, String mode, Integer count, long version, double chance, double shots)
            throws InterruptedException {
        Query query =
                query(id, purpose, mode, count, "Which name belongs to this symbol? Allowed names: dax, wug, blick.");
        topics.write(Topic.QUERIES, id, query);
        scored(query, 0, version, chance, shots);
    }

    private GroupMember scored(Query query, int rollout, long version, double chance, double shots)
            throws InterruptedException {
        boolean right = random.nextDouble() < chance;
        Trajectory trajectory = SyntheticTrajectory.of(query, rollout, version, right ? "dax" : "wug", pictures);
        SourcePosition place = topics.write(Topic.TRAJECTORIES, trajectory.getGroupId(), trajectory);
        TrajectoryRef ref = new TrajectoryRef(
                trajectory.getTrajectoryId(), place.getTopic(), place.getPartition(), place.getOffset());
        answer(trajectory);
        double reward = (right ? 1 : 0) - 0.002 * shots - 0.01;
        boolean train = query.getPurpose() == Purpose.TRAIN;
        topics.write(
                Topic.REWARDED_TRAJECTORIES,
                trajectory.getGroupId(),
                RewardedTrajectory.newBuilder()
                        .setRef(ref)
                        .setGroupId(query.getQueryId())
                        .setQueryId(query.getQueryId())
                        .setRolloutIndex(rollout)
                        .setAgent("acticl")
                        .setPolicy(POLICY)
                        .setMode(query.getMode())
                        .setCount(query.getCount())
                        .setPurpose(query.getPurpose())
                        .setDecoding(query.getDecoding())
                        .setPolicyVersionMin(version)
                        .setPolicyVersionMax(version)
                        .setStatus(RewardStatus.OK)
                        .setReward(reward)
                        .setComponents(Map.of(
                                "task", right ? 1.0 : 0.0, "contextCost", -0.002 * shots, "acquisitionCost", -0.01))
                        .setAnswerRewards(List.of(right ? 1.0 : 0.0))
                        .setTermination(Termination.ANSWERED)
                        .setTrainable(train)
                        .setAdvantage(train ? random.nextGaussian() * 0.4 : null)
                        .setEstimator(train ? "rloo" : "")
                        .setGroupValid(train ? GROUP : 0)
                        .setGroupMean(train ? chance : 0)
                        .setGroupStatus(train ? GroupStatus.COMPLETE : GroupStatus.NONE)
                        .setStats(Map.of(
                                "shots",
                                (double) Math.round(shots),
                                "calls",
                                4.0 + random.nextInt(8),
                                "acquisitionTokens",
                                14_000.0))
                        .setStartedAt(trajectory.getStartedAt())
                        .setEndedAt(trajectory.getEndedAt())
                        .setBankId(query.getBankId())
                        .setGoldBoxes(List.of(SyntheticTrajectory.region(null, 60)))
                        .setSearchLabels(List.of(new SearchLabels(List.of(false, true), List.of(true, false))))
                        .build());
        return GroupMember.newBuilder()
                .setRef(ref)
                .setRolloutIndex(rollout)
                .setTrainable(true)
                .setReward(reward)
                .setAdvantage(0)
                .build();
    }

    private void answer(Trajectory trajectory) throws InterruptedException {
        topics.write(
                Topic.ANSWERS,
                trajectory.getGroupId(),
                Answer.newBuilder()
                        .setAnswerId(trajectory.getTrajectoryId() + "/0")
                        .setQueryId(trajectory.getGroupId())
                        .setTrajectoryId(trajectory.getTrajectoryId())
                        .setRolloutIndex(trajectory.getRolloutIndex())
                        .setAnswerIndex(0)
                        .setStatus(AnswerStatus.ANSWERED)
                        .setText(trajectory.getAnswers().get(0))
                        .build());
    }

    private Query query(String id, Purpose purpose, String mode, Integer count, String text) {
        return Query.newBuilder()
                .setQueryId(id)
                .setAgent("acticl")
                .setPolicy(POLICY)
                .setMode(mode)
                .setPurpose(purpose)
                .setGroupSize(purpose == Purpose.TRAIN ? GROUP : 1)
                .setDecoding(purpose == Purpose.TRAIN ? Decoding.SAMPLED : Decoding.GREEDY)
                .setPictures(List.of(new Picture(pictures.get(random.nextInt(pictures.size())), 105, 105, null)))
                .setText(text)
                .setBankId("glyphs/7/strict/" + id)
                .setCount(count)
                .setTier("local")
                .setSubmittedAt(BEGIN + random.nextInt(60_000))
                .build();
    }

    private void deadLetter() throws InterruptedException {
        topics.write(
                Topic.DEAD_LETTERS,
                "MALFORMED",
                DeadLetter.newBuilder()
                        .setReason("MALFORMED")
                        .setMessage("cannot decode Query from 12 bytes: unrecognised header")
                        .setJob("serve")
                        .setSource(new SourcePosition("queries", 0, 17L))
                        .setAt(BEGIN + 9_000)
                        .build());
    }
}
