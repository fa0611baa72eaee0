// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.MapJournal;
import dev.eddy.operator.WireType;
import dev.eddy.port.EffectRunner;
import dev.eddy.reward.SvrlRuns;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import dev.eddy.schemas.WaitingLabel;
import dev.eddy.schemas.WaitingTrajectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scoring that asks a verifier, in Flink's asynchronous operator. */
class GradingTest {
    private static final long PAUSE = 1_000;
    private static final long TIMEOUT = 60_000;
    private static final RewardSettings.Asking ASKING =
            new RewardSettings.Asking(Duration.ofMillis(TIMEOUT), 3, Duration.ofMillis(PAUSE), 10);
    private static final RewardSettings SETTINGS = asking();

    /** What the verifier is asked and does not answer yet; static since the source of effects is serialised. */
    private static final List<Asked> HELD = new ArrayList<>();

    private static MapJournal journal;

    private OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> harness;

    private record Asked(EffectRunner.Call call, CompletableFuture<EffectResult> answer) {}

    private static RewardSettings asking() {
        RewardSettings defaults = RewardSettings.defaults();
        return new RewardSettings(
                defaults.labelTimeout(),
                defaults.labelRetention(),
                defaults.groupTimeout(),
                defaults.lateWindow(),
                defaults.estimator(),
                defaults.minValid(),
                defaults.agents(),
                ASKING);
    }

    @BeforeEach
    void start() throws Exception {
        HELD.clear();
        journal = new MapJournal();
        harness = open(null);
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
    }

    @Test
    void aVerdictBecomesAReward() throws Exception {
        ask();
        assertThat(harness.extractOutputValues()).isEmpty();
        Effect.Verify verify = (Effect.Verify) HELD.get(0).call().effect();
        assertThat(verify.targets()).containsExactly("1897", "in 1897");

        answer(0, useful());

        assertThat(graded()).singleElement().satisfies(rewarded -> {
            assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.OK);
            assertThat(rewarded.getReward()).isEqualTo(1.0);
            assertThat(rewarded.getTrainable()).isTrue();
            assertThat(rewarded.getEstimator()).isEqualTo("dr_grpo");
            assertThat(rewarded.getStats()).containsEntry("maskAgreements", 2.0);
            assertThat(rewarded.getRewardedAt()).isBetween(500L, 500L + TIMEOUT);
        });
    }

    @Test
    void whileTheVerifierIsDownTheRewardIsPendingThenItFailsAndIsNeverANumber() throws Exception {
        ask();
        for (int attempt = 0; attempt < ASKING.retries() + 1; attempt++) {
            assertThat(harness.extractOutputValues()).isEmpty();
            assertThat(HELD).hasSize(attempt + 1);
            answer(attempt, down());
            harness.setProcessingTime((PAUSE << attempt + 1) - PAUSE);
            runMails();
        }

        RewardedTrajectory last = graded().get(0);
        assertThat(last.getStatus()).isEqualTo(RewardStatus.PENDING);
        RewardedTrajectory settled = Grading.settled(last);
        assertThat(settled.getStatus()).isEqualTo(RewardStatus.FAILED);
        assertThat(settled.getTrainable()).isFalse();
        assertThat(settled.getError())
                .contains("verifier")
                .contains("UNAVAILABLE")
                .contains("down");
        assertThat(settled.getComponents()).isEmpty();
    }

    @Test
    void aVerifierThatComesBackGivesTheReward() throws Exception {
        ask();
        answer(0, down());
        harness.setProcessingTime(PAUSE);
        runMails();

        answer(1, useful());

        assertThat(graded()).singleElement().satisfies(rewarded -> {
            assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.OK);
            assertThat(Grading.settled(rewarded)).isSameAs(rewarded);
        });
    }

    @Test
    void whatTheVerifierRefusesIsNotAskedAgain() throws Exception {
        ask();

        answer(0, new Failed(0, EffectStatus.REJECTED, "no such question"));

        assertThat(graded()).extracting(RewardedTrajectory::getStatus).containsExactly(RewardStatus.FAILED);
        assertThat(HELD).hasSize(1);
    }

    @Test
    void aVerifierThatSaysNothingIsWaitedForNoLongerThanAllowed() throws Exception {
        ask();

        harness.setProcessingTime(TIMEOUT + 1);
        runMails();

        assertThat(graded()).singleElement().satisfies(rewarded -> {
            assertThat(Grading.settled(rewarded).getStatus()).isEqualTo(RewardStatus.FAILED);
            assertThat(rewarded.getError()).contains("reward.ask-timeout");
        });
    }

    @Test
    void whatWasBeingAskedIsAskedAgainAfterARestoreAndWhatWasJournaledIsNot() throws Exception {
        ask();
        OperatorSubtaskState before = harness.snapshot(1, 1);
        harness.close();
        harness = open(before);
        runMails();
        assertThat(HELD).as("asked by both").hasSize(2);
        OperatorSubtaskState again = harness.snapshot(2, 2);
        answer(1, useful());
        assertThat(graded()).hasSize(1);
        harness.close();

        harness = open(again);
        runMails();

        assertThat(HELD).as("the journal has it").hasSize(2);
        assertThat(graded()).extracting(RewardedTrajectory::getReward).containsExactly(1.0);
        assertThat(journal.entries().keySet()).extracting("rolloutId").containsExactly("q/0/reward");
    }

    @Test
    void onlyWhatSomebodyMustBeAskedAboutIsSentThere() throws Exception {
        try (KeyedTwoInputStreamOperatorTestHarness<String, WaitingLabel, WaitingTrajectory, RewardedTrajectory> join =
                new KeyedTwoInputStreamOperatorTestHarness<>(
                        new KeyedCoProcessOperator<>(new LabelJoin("reward", SETTINGS, true)),
                        label -> label.getLabel().getQueryId(),
                        waiting -> waiting.getTrajectory().getQuery().getQueryId(),
                        Types.STRING)) {
            join.setup(WireType.serializer(RewardedTrajectory.class));
            join.open();
            join.processElement2(waiting(searched()), 0);
            join.processElement2(waiting(SvrlRuns.run("trained", "1897").build()), 0);

            join.processElement1(
                    WaitingLabel.newBuilder()
                            .setLabel(SvrlRuns.label(false))
                            .setSource(new SourcePosition("labels", 0, 5L))
                            .build(),
                    0);

            assertThat(join.extractOutputValues())
                    .extracting(RewardedTrajectory::getReward)
                    .containsExactly(1.0);
            assertThat(join.getSideOutput(LabelJoin.ASKS))
                    .extracting(StreamRecord::getValue)
                    .singleElement()
                    .satisfies(request -> assertThat(request.getTrajectory()).isEqualTo(searched()));
        }
    }

    private static WaitingTrajectory waiting(TrajectorySummary run) {
        return WaitingTrajectory.newBuilder()
                .setRef(new TrajectoryRef("q/0", "trajectories", 0, 1L))
                .setTrajectory(run)
                .build();
    }

    private static TrajectorySummary searched() {
        return SvrlRuns.run("trained", "1897", SvrlRuns.byText(5, 5, "11", "11"))
                .build();
    }

    private void ask() throws Exception {
        TrajectoryRef ref = new TrajectoryRef("q/0", "trajectories", 0, 1L);
        harness.processElement(new StreamRecord<>(new ScoringRequest(ref, searched(), SvrlRuns.label(false), 500L)));
    }

    private void answer(int asked, EffectResult result) throws Exception {
        HELD.get(asked).answer().complete(result);
        runMails();
    }

    private List<RewardedTrajectory> graded() {
        return harness.extractOutputValues();
    }

    private static EffectResult useful() {
        return new Completed(0, new Verdicts(List.of(true, true, true, true, true), List.of(true, true)));
    }

    private static EffectResult down() {
        return new Failed(0, EffectStatus.UNAVAILABLE, "down");
    }

    private void runMails() throws Exception {
        while (harness.getTaskMailbox().hasMail()) {
            harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    private static OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> open(
            OperatorSubtaskState state) throws Exception {
        EffectSource source = () -> new EffectSource.Opened(new JournaledEffectRunner(new Held(), journal), () -> {});
        OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> opened =
                new OneInputStreamOperatorTestHarness<>(
                        new AsyncWaitOperatorFactory<>(
                                new Grading(SETTINGS, source),
                                TIMEOUT,
                                ASKING.capacity(),
                                OutputMode.UNORDERED,
                                Grading.retries(ASKING)),
                        WireType.serializer(ScoringRequest.class));
        opened.setup(WireType.serializer(RewardedTrajectory.class));
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        return opened;
    }

    private static final class Held implements EffectRunner {
        @Override
        public CompletableFuture<EffectResult> run(Call call) {
            Asked asked = new Asked(call, new CompletableFuture<>());
            HELD.add(asked);
            return asked.answer();
        }

        @Override
        public void close() {}
    }
}
