// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Letters;
import dev.eddy.operator.WireType;
import dev.eddy.reward.Samples;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import dev.eddy.schemas.WaitingLabel;
import dev.eddy.schemas.WaitingTrajectory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LabelJoinTest {
    private static final long TIMEOUT = 1_000;
    private static final long RETENTION = 10_000;
    private static final RewardSettings SETTINGS = new RewardSettings(
            Duration.ofMillis(TIMEOUT),
            Duration.ofMillis(RETENTION),
            Duration.ofMillis(TIMEOUT),
            Duration.ofMillis(TIMEOUT),
            AdvantageEstimator.RLOO,
            2,
            new HashMap<>(),
            RewardSettings.Asking.DEFAULT);

    private KeyedTwoInputStreamOperatorTestHarness<String, WaitingLabel, WaitingTrajectory, RewardedTrajectory> harness;

    @BeforeEach
    void start() throws Exception {
        harness = open(null, 0);
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
    }

    @Test
    void aLabelThatComesFirstScoresEveryTrajectoryAtOnce() throws Exception {
        label("q1", "dax");
        trajectory("q1", 0, "dax");
        trajectory("q1", 1, "wug");

        assertThat(harness.extractOutputValues())
                .extracting(
                        RewardedTrajectory::getStatus,
                        rewarded -> rewarded.getComponents().get("task"))
                .containsExactly(tuple(RewardStatus.OK, 1.0), tuple(RewardStatus.OK, 0.0));
        assertThat(harness.extractOutputValues().get(1).getRef())
                .isEqualTo(new TrajectoryRef("q1/1", "trajectories", 0, 1L));
    }

    @Test
    void aLabelThatComesLateScoresWhatWaited() throws Exception {
        trajectory("q1", 0, "dax");
        trajectory("q2", 0, "dax");
        assertThat(harness.extractOutputValues()).isEmpty();

        harness.setProcessingTime(TIMEOUT - 1);
        label("q1", "dax");

        assertThat(harness.extractOutputValues())
                .singleElement()
                .satisfies(rewarded -> assertThat(rewarded.getQueryId()).isEqualTo("q1"));
    }

    @Test
    void aTrajectoryWithoutLabelLeavesUntrainable() throws Exception {
        trajectory("q1", 0, "dax");
        harness.setProcessingTime(TIMEOUT);

        assertThat(harness.extractOutputValues()).singleElement().satisfies(rewarded -> {
            assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.TIMEOUT);
            assertThat(rewarded.getTrainable()).isFalse();
        });
        assertNothingIsHeld();
    }

    @Test
    void eachTrajectoryWaitsItsOwnTime() throws Exception {
        trajectory("q1", 0, "dax");
        harness.setProcessingTime(600);
        trajectory("q1", 1, "dax");
        harness.setProcessingTime(TIMEOUT);
        assertThat(harness.extractOutputValues()).hasSize(1);

        label("q1", "dax");

        assertThat(harness.extractOutputValues())
                .extracting(RewardedTrajectory::getStatus)
                .containsExactly(RewardStatus.TIMEOUT, RewardStatus.OK);
    }

    @Test
    void aLabelThatMeetsNothingIsOneDeadLetter() throws Exception {
        label("q1", "dax");
        harness.setProcessingTime(RETENTION - 1);
        assertThat(letters()).isEmpty();
        harness.setProcessingTime(RETENTION);

        assertThat(letters()).singleElement().satisfies(letter -> {
            assertThat(letter.getReason()).isEqualTo("UNUSED_LABEL");
            assertThat(letter.getId()).isEqualTo("q1");
            assertThat(letter.getSource()).isEqualTo(new SourcePosition("labels", 0, 5L));
        });
        assertNothingIsHeld();
    }

    @Test
    void aUsedLabelIsForgottenSilentlyAndSoonerOnceAllHaveMetIt() throws Exception {
        label("q1", "dax");
        trajectory("q1", 0, "dax");
        harness.setProcessingTime(RETENTION - TIMEOUT - 1);
        trajectory("q1", 1, "dax");
        harness.setProcessingTime(RETENTION - 1);

        assertNothingIsHeld();
        assertThat(letters()).isEmpty();
    }

    @Test
    void theFirstLabelCounts() throws Exception {
        label("q1", "dax");
        label("q1", "wug");
        trajectory("q1", 0, "dax");

        assertThat(harness.extractOutputValues())
                .singleElement()
                .satisfies(rewarded -> assertThat(rewarded.getComponents()).containsEntry("task", 1.0));
        assertThat(letters()).isEmpty();
    }

    @Test
    void anUnfitLabelFailsItsTrajectoriesAndIsNotReportedTwice() throws Exception {
        harness.processElement1(waiting("q1", "dax", "no metric is named 'bleu'"), 0);
        harness.processElement1(waiting("q2", "dax", "no metric is named 'bleu'"), 0);
        trajectory("q1", 0, "dax");
        harness.setProcessingTime(RETENTION);

        assertThat(harness.extractOutputValues()).singleElement().satisfies(rewarded -> {
            assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.FAILED);
            assertThat(rewarded.getError()).contains("bleu");
        });
        assertThat(letters()).isEmpty();
        assertNothingIsHeld();
    }

    @Test
    void bothSidesSurviveARestore() throws Exception {
        label("q1", "dax");
        trajectory("q2", 0, "wug");
        restore(500);

        trajectory("q1", 0, "dax");
        label("q2", "wug");

        assertThat(harness.extractOutputValues())
                .extracting(RewardedTrajectory::getQueryId, RewardedTrajectory::getStatus)
                .containsExactly(tuple("q1", RewardStatus.OK), tuple("q2", RewardStatus.OK));
    }

    @Test
    void whatWasMissedWhileNothingRanIsGrantedItsFullLengthOnce() throws Exception {
        label("q1", "dax");
        trajectory("q2", 0, "wug");
        long back = RETENTION + 5_000;
        restore(back);
        harness.setProcessingTime(back + 1);
        assertThat(harness.extractOutputValues()).isEmpty();

        restore(back + 2 * RETENTION);
        harness.setProcessingTime(back + 2 * RETENTION + 1);

        assertThat(harness.extractOutputValues())
                .extracting(RewardedTrajectory::getStatus)
                .containsExactly(RewardStatus.TIMEOUT);
        assertThat(letters()).extracting(DeadLetter::getId).containsExactly("q1");
        assertNothingIsHeld();
    }

    @Test
    void aDeadlineThatARestoreDidNotMissStands() throws Exception {
        trajectory("q1", 0, "dax");
        restore(500);
        harness.setProcessingTime(500);
        trajectory("q2", 0, "dax");
        harness.setProcessingTime(TIMEOUT);

        assertThat(harness.extractOutputValues())
                .extracting(RewardedTrajectory::getQueryId)
                .containsExactly("q1");
    }

    private void assertNothingIsHeld() {
        assertThat(harness.numKeyedStateEntries()).isZero();
        assertThat(harness.numProcessingTimeTimers()).isZero();
    }

    private void label(String queryId, String target) throws Exception {
        harness.processElement1(waiting(queryId, target, null), 0);
    }

    private static WaitingLabel waiting(String queryId, String target, String problem) {
        return WaitingLabel.newBuilder()
                .setLabel(Samples.label(queryId, target))
                .setSource(new SourcePosition("labels", 0, 5L))
                .setProblem(problem)
                .build();
    }

    private void trajectory(String queryId, int rollout, String answer) throws Exception {
        TrajectorySummary summary = TrajectorySummary.newBuilder(Samples.answered(queryId, rollout, 2, answer))
                .build();
        TrajectoryRef ref = new TrajectoryRef(summary.getTrajectoryId(), "trajectories", 0, (long) rollout);
        harness.processElement2(
                WaitingTrajectory.newBuilder()
                        .setRef(ref)
                        .setTrajectory(summary)
                        .build(),
                0);
    }

    private List<DeadLetter> letters() {
        return Letters.in(harness.getSideOutput(DeadLetters.TAG));
    }

    private void restore(long now) throws Exception {
        OperatorSubtaskState state = harness.snapshot(1, 1);
        harness.close();
        harness = open(state, now);
    }

    private static KeyedTwoInputStreamOperatorTestHarness<String, WaitingLabel, WaitingTrajectory, RewardedTrajectory>
            open(OperatorSubtaskState state, long now) throws Exception {
        KeyedTwoInputStreamOperatorTestHarness<String, WaitingLabel, WaitingTrajectory, RewardedTrajectory> harness =
                new KeyedTwoInputStreamOperatorTestHarness<>(
                        new KeyedCoProcessOperator<>(new LabelJoin("reward", SETTINGS, false)),
                        label -> label.getLabel().getQueryId(),
                        waiting -> waiting.getTrajectory().getQuery().getQueryId(),
                        KeyText.TYPE);
        harness.setup(WireType.serializer(RewardedTrajectory.class));
        harness.setProcessingTime(now);
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }
}
