// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.Requests;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentLoopOperatorTest {
    private static final LoopLimits LIMITS =
            new LoopLimits(4, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 1 << 20, false);
    private static final RolloutRequest REQUEST = Requests.request(Requests.query("q"), 0);

    @Test
    void aLoopRunsToItsTrajectoryAndLeavesNothingBehind() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            harness.answerAll();

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getTermination()).isEqualTo(Termination.ANSWERED);
            assertThat(trajectory.getTrainable()).as(trajectory.getError()).isTrue();
            assertThat(trajectory.getSource()).isEqualTo(REQUEST.getSource());
            assertThat(harness.answers()).extracting(Answer::getAnswerId).containsExactly("q/0/0", "q/0/1");
            assertThat(harness.answers()).extracting(Answer::getText).isEqualTo(trajectory.getAnswers());
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void loopsWaitForTheirPolicysFirstVersion() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce("another", 0);
            for (int rollout = 0; rollout < 20; rollout++) {
                harness.ask(Requests.request(Requests.query("q"), rollout));
            }
            assertThat(harness.effects().issued()).isEmpty();

            harness.announce(0);

            assertThat(harness.effects().issued())
                    .extracting(Call::rolloutId)
                    .as("two effects each, in order of arrival, as many as there are slots")
                    .containsExactly("q/0", "q/0", "q/1", "q/1", "q/2", "q/2", "q/3", "q/3");
            harness.answerAll();
            assertThat(harness.trajectories()).hasSize(20);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void aPolicyThatIsNeverAnnouncedEndsTheWaitWithAnOutcome() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.ask(REQUEST);

            harness.advanceTime(60_000);

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getTermination()).isEqualTo(Termination.MODEL_INFRA);
            assertThat(trajectory.getError()).contains("policy 'scripted'").contains("60000 ms");
            assertThat(trajectory.getQueueMs()).isEqualTo(60_000);
            assertThat(harness.answers()).extracting(Answer::getStatus).containsExactly(AnswerStatus.FAILED);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void eachGenerationGoesToTheNewestVersionWhenItIsIssued() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            while (harness.trajectories().isEmpty()) {
                Call call = harness.effects().held().get(0);
                if (call.effect() instanceof Effect.Generate) {
                    harness.announce(call.version().version() + 1);
                }
                harness.answer(call);
            }

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getRows())
                    .extracting(row -> row.getVersions().get(0).getVersion())
                    .containsExactly(0L, 1L, 2L, 2L);
            assertThat(trajectory.getPolicyVersionMin()).isZero();
            assertThat(trajectory.getPolicyVersionMax()).isEqualTo(2);
        }
    }

    @Test
    void aPinnedQueryWaitsForItsVersionAndKeepsIt() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(
                    Requests.request(Requests.query("q", 1).setPinnedVersion(2L).build(), 0));
            harness.announce(1);
            assertThat(harness.effects().issued()).isEmpty();
            harness.announce(2);
            harness.announce(3);
            harness.answerAll();

            assertThat(harness.trajectories().get(0).getRows())
                    .extracting(row -> row.getVersions().get(0).getVersion())
                    .containsOnly(2L);
        }
    }

    @Test
    void aPinnedVersionThatWasPassedOverIsRejected() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.announce(5);
            harness.ask(
                    Requests.request(Requests.query("q", 1).setPinnedVersion(2L).build(), 0));

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getTermination()).isEqualTo(Termination.REJECTED);
            assertThat(trajectory.getError()).contains("version 2").contains("current is 5");
            assertThat(harness.answers()).extracting(Answer::getStatus).containsExactly(AnswerStatus.REJECTED);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void anOperatorsPinIsServedUntilItIsTakenBackAndOneOfAnUnknownVersionIsRefused() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.announce(1);
            harness.order(ControlCommand.PIN, 0L);
            assertThat(served(harness, "pinned")).isZero();
            harness.order(ControlCommand.PIN, 3L);
            assertThat(served(harness, "unknown"))
                    .as("the earlier pin stands, as at the trainer")
                    .isZero();
            harness.announce(2);
            harness.announce(3);
            assertThat(served(harness, "announced later"))
                    .as("an order is about what there was")
                    .isZero();
            harness.order(ControlCommand.PIN, null);
            harness.order(ControlCommand.FLUSH, null);
            harness.order(ControlCommand.UNPIN, null);
            assertThat(served(harness, "unpinned")).isEqualTo(3);

            assertThat(harness.deadLetters())
                    .extracting(DeadLetter::getReason, DeadLetter::getId)
                    .containsExactly(tuple("UNKNOWN_VERSION", "order"), tuple("UNKNOWN_VERSION", "order"));
            assertThat(harness.deadLetters().get(0).getMessage())
                    .contains("version 3")
                    .contains("after the order");
        }
    }

    @Test
    void aPinThatIsReadBeforeTheAnnouncementThatItWasGivenAfterCounts() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.order(ControlCommand.PIN, 1L, 100);
            harness.announce(0);
            assertThat(served(harness, "waiting")).isZero();
            harness.announce(1);
            harness.announce(2);
            assertThat(served(harness, "pinned")).isEqualTo(1);
            assertThat(harness.deadLetters()).isEmpty();
        }
    }

    private static long served(LoopHarness harness, String query) throws Exception {
        harness.ask(Requests.request(Requests.query(query), 0));
        harness.answerAll();
        List<Trajectory> trajectories = harness.trajectories();
        return trajectories.get(trajectories.size() - 1).getPolicyVersionMax();
    }

    @Test
    void aQueryMayBePinnedToTheFirstVersionHoweverManyCameAfterIt() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            for (int version = 0; version < 1_100; version++) {
                harness.announce(version);
            }
            harness.ask(Requests.request(
                    Requests.query("untrained", 1).setPinnedVersion(0L).build(), 0));
            harness.answerAll();

            assertThat(harness.trajectories())
                    .extracting(Trajectory::getPolicyVersionMax)
                    .containsExactly(0L);
        }
    }

    @Test
    void whatAllRunsShareIsStoredOnceInTheBlobStore() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs();
        try (LoopHarness harness = new LoopHarness.Start(LIMITS).with(blobs).open()) {
            harness.announce(0);
            harness.ask(Requests.request(Requests.query("q"), 0));
            harness.answerAll();
            blobs.hold();
            harness.ask(Requests.request(Requests.query("q"), 1));
            harness.answerAll();

            assertThat(harness.trajectories())
                    .as("the second does not wait for the store")
                    .hasSize(2)
                    .allSatisfy(trajectory -> {
                        Segment instructions = trajectory.getSegments().get(0);
                        assertThat(instructions.getTokens().remaining()).isZero();
                        assertThat(instructions.getTokenCount()).isEqualTo(15);
                        assertThat(Packed.ints(ByteBuffer.wrap(
                                        blobs.get(instructions.getBlob()).join())))
                                .hasSize(15);
                        assertThat(trajectory.getSegments().get(1).getBlob()).isNull();
                    });
        }
    }

    @Test
    void aLoopIsEndedAtItsDeadlineAndLateAnswersAreIgnored() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            Call first = harness.effects().held().get(0);
            assertThat(harness.timers()).isEqualTo(1);

            harness.effects().answer(first); // its mail is queued behind the deadline
            harness.advanceTime(11_000);

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getTermination()).isEqualTo(Termination.DEADLINE);
            assertThat(trajectory.getTrainable()).isFalse();
            assertThat(trajectory.getError()).contains("10000 ms");
            assertThat(harness.effects().held()).as("given up").isEmpty();
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void deadlinesAreSpreadOverATenth() {
        List<Long> deadlines = IntStream.range(0, 1_000)
                .mapToObj(i -> LIMITS.deadline("query-" + i + "/0", 5_000))
                .toList();

        assertThat(deadlines).allSatisfy(deadline -> assertThat(deadline).isBetween(15_000L, 16_000L));
        assertThat(deadlines.stream().distinct().count()).isGreaterThan(300);
    }

    @ParameterizedTest
    @CsvSource({
        "0, TIMEOUT, TOOL_INFRA",
        "0, UNAVAILABLE, TOOL_INFRA",
        "0, REJECTED, REJECTED",
        "0, INVALID, REJECTED",
        "2, TIMEOUT, MODEL_INFRA",
        "2, UNAVAILABLE, MODEL_INFRA",
        "2, REJECTED, REJECTED",
        "2, INVALID, REJECTED"
    })
    void aFailedEffectGoesToTheAgentAsAResult(int seq, EffectStatus status, Termination termination) throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            while (harness.trajectories().isEmpty()) {
                Call call = harness.effects().held().get(0);
                if (call.effect().seq() == seq) {
                    harness.effects().answer(call, new Failed(seq, status, "as the test says"));
                    harness.runMails();
                } else {
                    harness.answer(call);
                }
            }

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getTermination()).isEqualTo(termination);
            assertThat(trajectory.getError()).isEqualTo("as the test says");
            assertThat(trajectory.getEffects())
                    .filteredOn(effect -> effect.getSeq() == seq)
                    .singleElement()
                    .satisfies(effect -> assertThat(effect.getStatus()).isEqualTo(status));
            assertThat(harness.effects().held()).as("its sibling is given up").isEmpty();
            assertThat(harness.leftInState()).isZero();

            harness.ask(Requests.request(Requests.query("the next"), 0));
            harness.answerAll();
            assertThat(harness.trajectories().get(1).getTermination()).isEqualTo(Termination.ANSWERED);
        }
    }

    @Test
    void parallelEffectsMayCompleteInAnyOrder() throws Exception {
        Trajectory inOrder = run(null);
        for (int seed = 0; seed < 30; seed++) {
            Trajectory shuffled = run(new Random(seed));

            assertThat(shuffled.getAnswers()).isEqualTo(inOrder.getAnswers());
            assertThat(shuffled.getRows()).isEqualTo(inOrder.getRows());
            assertThat(shuffled.getSegments()).isEqualTo(inOrder.getSegments());
        }
    }

    private static Trajectory run(Random random) throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            while (harness.trajectories().isEmpty()) {
                List<Call> held = harness.effects().held();
                if (random != null) {
                    Collections.shuffle(held, random);
                }
                harness.answer(held.get(0));
            }
            return harness.trajectories().get(0);
        }
    }

    @Test
    void whatComesPastTheSlotsIsParkedAndBeginsInOrder() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            for (int rollout = 0; rollout < 7; rollout++) {
                harness.ask(Requests.request(Requests.query("q"), rollout));
            }
            assertThat(harness.effects().held()).extracting(Call::rolloutId).doesNotContain("q/4", "q/5", "q/6");
            harness.advanceTime(500);

            harness.answerAll();

            assertThat(harness.trajectories())
                    .extracting(Trajectory::getRolloutIndex)
                    .containsExactly(0, 1, 2, 3, 4, 5, 6);
            assertThat(harness.trajectories().get(6).getQueueMs()).isEqualTo(500);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void pastTheQueueTheOperatorStopsReadingUntilALoopEnds() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            for (int rollout = 0; rollout < 7; rollout++) {
                harness.ask(Requests.request(Requests.query("q"), rollout));
            }
            Call first = harness.effects().held().get(0);
            harness.effects().answer(first, new Failed(0, EffectStatus.REJECTED, "to make room"));

            harness.askBlocking(Requests.request(Requests.query("q"), 7)); // its yield runs the mail that ends q/0

            assertThat(harness.trajectories())
                    .extracting(Trajectory::getRolloutIndex)
                    .containsExactly(0);
            assertThat(harness.effects().held()).extracting(Call::rolloutId).contains("q/4");
            harness.answerAll();
            assertThat(harness.trajectories()).hasSize(8);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void aRolloutThatStillRunsIsNotBegunTwice() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            harness.ask(REQUEST);
            harness.answerAll();

            assertThat(harness.trajectories()).hasSize(1);
            assertThat(harness.deadLetters()).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).isEqualTo("DUPLICATE_QUERY");
                assertThat(letter.getSource()).isEqualTo(REQUEST.getSource());
            });
        }
    }

    @Test
    void anUpdateThatIsNoneIsADeadLetter() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.update(new byte[] {1, 2, 3});

            assertThat(harness.deadLetters()).extracting(DeadLetter::getReason).containsExactly("MALFORMED");
        }
    }

    @Test
    void aRunnerThatBreaksFailsTheTask() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            harness.effects().breakDown(harness.effects().held().get(0), new NoClassDefFoundError("gone"));

            assertThatThrownBy(harness::runMails).hasRootCauseInstanceOf(NoClassDefFoundError.class);
        }
    }

    @Test
    void aTrajectoryTooLargeForItsTopicWaitsInStateUntilTheBlobStoreHasIt() throws Exception {
        LoopLimits small = new LoopLimits(1, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 500, false);
        MemoryBlobs blobs = new MemoryBlobs();
        blobs.hold();
        try (LoopHarness harness = new LoopHarness.Start(small).with(blobs).open()) {
            harness.announce(0);
            harness.ask(REQUEST);
            harness.ask(Requests.request(Requests.query("q"), 1));
            harness.answerAll();
            assertThat(harness.answers()).as("answers leave at once").hasSize(2);
            assertThat(harness.trajectories()).isEmpty();
            assertThat(harness.timers()).isZero();

            blobs.release();
            harness.runMails();

            Trajectory reference = harness.trajectories().get(0);
            assertThat(reference.getRows()).isEmpty();
            assertThat(reference.getAnswers()).hasSize(2);
            Trajectory whole = Codec.of(Trajectory.class)
                    .decode(blobs.get(reference.getBlob()).join());
            assertThat(whole.getRows()).extracting(Row::getIndex).containsExactly(0, 1, 2, 3);
            assertThat(Trajectory.newBuilder(reference)
                            .setBlob(null)
                            .setSegments(whole.getSegments())
                            .setRows(whole.getRows())
                            .setSteps(whole.getSteps())
                            .setEffects(whole.getEffects())
                            .build())
                    .as("nothing else is lost on the way")
                    .isEqualTo(whole);
            harness.answerAll();
            assertThat(harness.trajectories()).hasSize(2);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void aBlobStoreThatBreaksFailsTheTask() throws Exception {
        LoopLimits small = new LoopLimits(1, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 500, false);
        MemoryBlobs blobs = new MemoryBlobs();
        blobs.hold();
        try (LoopHarness harness = new LoopHarness.Start(small).with(blobs).open()) {
            harness.announce(0);
            harness.ask(REQUEST);
            harness.answerAll();

            blobs.breakDown(new NoClassDefFoundError("gone"));

            assertThatThrownBy(harness::runMails)
                    .hasMessageContaining("rollout q/0 or")
                    .hasRootCauseInstanceOf(NoClassDefFoundError.class);
        }
    }

    @Test
    void theEndOfInputRunsEveryLoopToItsEnd() throws Exception {
        try (LoopHarness harness = LoopHarness.fresh(LIMITS)) {
            harness.announce(0);
            harness.ask(REQUEST);
            harness.ask(Requests.request(
                    Requests.query("unannounced", 1).setPolicy("other").build(), 0));
            harness.effects()
                    .answer(harness.effects().held().get(0), new Failed(0, EffectStatus.REJECTED, "so ends the loop"));

            harness.endInputs();

            assertThat(harness.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(Termination.MODEL_INFRA, Termination.REJECTED);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void closingDoesNotWaitForCallsInTheAir() throws Exception {
        LoopHarness harness = LoopHarness.fresh(LIMITS);
        harness.announce(0);
        harness.ask(REQUEST);
        List<Call> air = harness.effects().held();

        harness.close();

        assertThat(harness.effects().closed()).isTrue();
        assertThat(air).isNotEmpty();
        assertThat(harness.effects().held()).as("given up").isEmpty();
    }

    @Test
    void loopsThatCouldHoldACheckpointTooLongAreRefused() {
        assertThatThrownBy(() -> LIMITS.checkAgainst(Duration.ofSeconds(22)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("11000 ms")
                .hasMessageContaining("22000 ms")
                .hasMessageContaining("execution.checkpointing.timeout");
        LIMITS.checkAgainst(Duration.ofSeconds(23));
    }
}
