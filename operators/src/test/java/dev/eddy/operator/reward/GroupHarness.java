// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Letters;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.TrajectoryRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Groups of four that wait a second for their members and are remembered for five, at time 0. */
abstract class GroupHarness {
    static final long TIMEOUT = 1_000;
    static final long LATE = 5_000;
    static final int MAX_PARALLELISM = 120;
    private static final RewardSettings SETTINGS = new RewardSettings(
            Duration.ofMillis(TIMEOUT),
            Duration.ofMillis(TIMEOUT),
            Duration.ofMillis(TIMEOUT),
            Duration.ofMillis(LATE),
            AdvantageEstimator.RLOO,
            2,
            new HashMap<>(),
            RewardSettings.Asking.DEFAULT);

    KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> harness;

    @BeforeEach
    void start() throws Exception {
        harness = open(null, 0, 1, 0);
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
    }

    void assertNothingIsHeld() {
        assertThat(harness.numKeyedStateEntries()).isZero();
        assertThat(harness.numProcessingTimeTimers()).isZero();
    }

    void member(String group, int rollout, double reward) throws Exception {
        process(trained(group, rollout, reward));
    }

    void process(RewardedTrajectory.Builder member) throws Exception {
        harness.processElement(member.build(), 0);
    }

    static RewardedTrajectory.Builder trained(String group, int rollout, double reward) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef(group + "/" + rollout, "trajectories", 0, (long) rollout))
                .setGroupId(group)
                .setQueryId(group)
                .setGroupSize(4)
                .setRolloutIndex(rollout)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPurpose(Purpose.TRAIN)
                .setDecoding(Decoding.SAMPLED)
                .setPolicyVersionMin(3)
                .setPolicyVersionMax(4 + rollout)
                .setTermination(Termination.ANSWERED)
                .setStatus(RewardStatus.OK)
                .setTrainable(true)
                .setReward(reward)
                .setAnswerRewards(List.of(1.0, 0.0));
    }

    List<TrainingGroup> groups() {
        return Letters.decoded(harness.extractOutputValues(), Topic.TRAINING_GROUPS, TrainingGroup.class);
    }

    List<RewardedTrajectory> rewarded() {
        return Letters.decoded(harness.extractOutputValues(), Topic.REWARDED_TRAJECTORIES, RewardedTrajectory.class);
    }

    List<DeadLetter> letters() {
        return Letters.decoded(harness.extractOutputValues(), Topic.DEAD_LETTERS, DeadLetter.class);
    }

    List<String> keys(Topic topic) {
        return harness.extractOutputValues().stream()
                .filter(out -> out.topic() == topic)
                .map(Outgoing::key)
                .toList();
    }

    /** Goes on from a checkpoint, at another time. */
    void restore(long now) throws Exception {
        OperatorSubtaskState state = harness.snapshot(1, 1);
        harness.close();
        harness = open(state, now, 1, 0);
    }

    StateBackend backend() {
        return new HashMapStateBackend();
    }

    KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> open(
            OperatorSubtaskState state, long now, int parallelism, int subtask) throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new GroupCompletion("reward", SETTINGS)),
                        RewardedTrajectory::getGroupId,
                        KeyText.TYPE,
                        MAX_PARALLELISM,
                        parallelism,
                        subtask);
        harness.setStateBackend(backend());
        harness.setup(Outgoing.TYPE.createSerializer(null));
        harness.setProcessingTime(now);
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }
}
