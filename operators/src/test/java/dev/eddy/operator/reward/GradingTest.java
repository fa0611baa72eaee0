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
import dev.eddy.operator.KeyText;
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
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.junit.jupiter.api.Timeout;

/** Scoring that asks a verifier, in Flink's asynchronous operator. */
@Timeout(120)
class GradingTest {
    private static final RewardSettings SETTINGS =
            settings(new RewardSettings.Asking(Duration.ofMinutes(10), 3, Duration.ofSeconds(1), 10));

    /** What the verifier is asked and does not answer yet. */
    private final BlockingQueue<Asked> held = new LinkedBlockingQueue<>();

    private final MapJournal journal = new MapJournal();

    private OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> harness;

    private record Asked(EffectRunner.Call call, CompletableFuture<EffectResult> answer) {}

    private static RewardSettings settings(RewardSettings.Asking asking) {
        RewardSettings defaults = RewardSettings.defaults();
        return new RewardSettings(
                defaults.labelTimeout(),
                defaults.labelRetention(),
                defaults.groupTimeout(),
                defaults.lateWindow(),
                defaults.estimator(),
                defaults.minValid(),
                defaults.agents(),
                asking);
    }

    @BeforeEach
    void start() throws Exception {
        harness = open(null);
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
    }

    @Test
    void aVerdictBecomesAReward() throws Exception {
        ask();
        Asked asked = held.take();
        Effect.Verify verify = (Effect.Verify) asked.call().effect();
        assertThat(verify.targets()).containsExactly("1897", "in 1897");
        assertThat(harness.extractOutputValues()).isEmpty();

        asked.answer().complete(useful());
        awaitGraded();

        assertThat(graded()).singleElement().satisfies(rewarded -> {
            assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.OK);
            assertThat(rewarded.getReward()).isEqualTo(1.0);
            assertThat(rewarded.getTrainable()).isTrue();
            assertThat(rewarded.getEstimator()).isEqualTo("dr_grpo");
            assertThat(rewarded.getStats()).containsEntry("maskAgreements", 2.0);
            assertThat(rewarded.getRewardedAt()).isBetween(500L, 500L + 60_000);
        });
    }

    @Test
    void ofManyOfWhichSomeFailFirstAndSomeAnswerAtTheDeadlineNoneIsLost() throws Exception {
        int many = 3_000;
        Duration timeout = Duration.ofMillis(40);
        RewardSettings hurried = settings(new RewardSettings.Asking(timeout, 3, Duration.ofMillis(2), 100));
        ScheduledExecutorService verifier = Executors.newScheduledThreadPool(2);
        AtomicInteger asked = new AtomicInteger();
        EffectRunner flaky = new Held() {
            @Override
            public CompletableFuture<EffectResult> run(Call call) {
                int number = asked.incrementAndGet();
                CompletableFuture<EffectResult> answer = new CompletableFuture<>();
                EffectResult result = number % 3 == 0 ? down() : useful();
                long delay = number % 5 == 0 ? timeout.toMillis() : 0; // races with the deadline
                verifier.schedule(() -> answer.complete(result), delay, TimeUnit.MILLISECONDS);
                return answer;
            }
        };
        harness.close();
        harness = open(hurried, flaky, null);
        try {
            for (int i = 0; i < many; i++) {
                ask();
            }
            harness.endInput(); // waits for all that is out

            assertThat(graded())
                    .hasSize(many)
                    .allSatisfy(graded -> assertThat(graded.getStatus()).isIn(RewardStatus.OK, RewardStatus.FAILED));
            assertThat(graded())
                    .extracting(RewardedTrajectory::getStatus)
                    .contains(RewardStatus.OK, RewardStatus.FAILED);
        } finally {
            verifier.shutdownNow();
        }
    }

    @Test
    void whatWasBeingAskedIsAskedAgainAfterARestoreAndWhatWasJournaledIsNot() throws Exception {
        ask();
        held.take();
        OperatorSubtaskState before = harness.snapshot(1, 1);
        harness.close();
        harness = open(before);
        Asked again = held.take();
        OperatorSubtaskState later = harness.snapshot(2, 2);
        again.answer().complete(useful());
        awaitGraded();
        assertThat(graded()).hasSize(1);
        harness.close();

        harness = open(later);
        awaitGraded();

        assertThat(held).as("the journal has it").isEmpty();
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
                        KeyText.TYPE)) {
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

    private List<RewardedTrajectory> graded() {
        return harness.extractOutputValues();
    }

    private static EffectResult useful() {
        return new Completed(0, new Verdicts(List.of(true, true, true, true, true), List.of(true, true)));
    }

    private static EffectResult down() {
        return new Failed(0, EffectStatus.UNAVAILABLE, "down");
    }

    private void awaitGraded() throws Exception {
        while (graded().isEmpty()) {
            harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    private OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> open(OperatorSubtaskState state)
            throws Exception {
        return open(SETTINGS, new JournaledEffectRunner(new Held(), journal, new VirtualTime()), state);
    }

    /** As the pipeline does. */
    private static OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> open(
            RewardSettings settings, EffectRunner effects, OperatorSubtaskState state) throws Exception {
        OneInputStreamOperatorTestHarness<ScoringRequest, RewardedTrajectory> opened =
                new OneInputStreamOperatorTestHarness<>(
                        new AsyncWaitOperatorFactory<>(
                                new Grading(settings, () -> new EffectSource.Opened(effects, List.of(), () -> {})),
                                0,
                                settings.asking().capacity(),
                                OutputMode.UNORDERED),
                        WireType.serializer(ScoringRequest.class));
        opened.setup(WireType.serializer(RewardedTrajectory.class));
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        return opened;
    }

    private class Held implements EffectRunner {
        @Override
        public CompletableFuture<EffectResult> run(Call call) {
            Asked asked = new Asked(call, new CompletableFuture<>());
            held.add(asked);
            return asked.answer();
        }

        @Override
        public void close() {}
    }
}
