// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.agent.Effect;
import dev.eddy.effect.MapJournal;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.Requests;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgentLoopRecoveryTest {
    private static final LoopLimits LIMITS =
            new LoopLimits(4, 100, Duration.ofSeconds(10), Duration.ofSeconds(60), 1 << 20, false);
    private static final RolloutRequest REQUEST = Requests.request(Requests.query("q"), 0);
    private static final int EFFECTS = 10;

    static Stream<Named<Supplier<StateBackend>>> backends() {
        return Stream.of(
                Named.of("heap", HashMapStateBackend::new), Named.of("RocksDB", EmbeddedRocksDBStateBackend::new));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void aLoopRestoredAtAnyStepEndsAsTheUndisturbedOne(Supplier<StateBackend> backend) throws Exception {
        Trajectory undisturbed = undisturbed();
        for (int done = 0; done < EFFECTS; done++) {
            OperatorSubtaskState state;
            List<Call> air;
            try (LoopHarness before = start().on(backend.get()).open()) {
                before.announce(0);
                before.ask(REQUEST);
                for (int i = 0; i < done; i++) {
                    before.answer(before.effects().held().get(0));
                }
                air = before.effects().held();
                state = before.snapshot();
            }
            try (LoopHarness after = start().on(backend.get()).from(state).open()) {
                assertThat(after.effects().issued())
                        .as("after %d completions, what was in the air", done)
                        .extracting(call -> call.effect().seq())
                        .isEqualTo(air.stream().map(call -> call.effect().seq()).toList());
                for (int i = 0; i < air.size(); i++) {
                    Call again = after.effects().issued().get(i);
                    assertThat(again.attempt()).isEqualTo(1);
                    assertThat(again.version()).isEqualTo(air.get(i).version());
                    assertThat(again.seed()).isEqualTo(air.get(i).seed());
                    assertThat(again.requestHash()).isEqualTo(air.get(i).requestHash());
                }
                after.answerAll();

                Trajectory resumed = after.trajectories().get(0);
                assertThat(LoopHarness.timeless(resumed)).isEqualTo(LoopHarness.timeless(undisturbed));
                assertThat(resumed.getEffects().stream().filter(effect -> effect.getAttempts() == 2))
                        .extracting(EffectRecord::getSeq)
                        .containsExactlyElementsOf(
                                air.stream().map(call -> call.effect().seq()).toList());
                assertThat(after.leftInState()).isZero();
            }
        }
    }

    @Test
    void aLoopRestoredBeforeEveryStepEndsAsTheUndisturbedOne() throws Exception {
        OperatorSubtaskState state = null;
        Trajectory ended = null;
        for (int attempt = 0; ended == null; attempt++) {
            try (LoopHarness harness = start().from(state).open()) {
                if (attempt == 0) {
                    harness.announce(0);
                    harness.ask(REQUEST);
                }
                harness.answer(harness.effects().held().get(0));
                state = harness.snapshot();
                ended = harness.trajectories().stream().findFirst().orElse(null);
            }
        }

        assertThat(LoopHarness.timeless(ended)).isEqualTo(LoopHarness.timeless(undisturbed()));
    }

    @Test
    void whatIsAnsweredAfterTheSnapshotIsAnsweredAgain() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.announce(0);
            before.ask(REQUEST);
            state = before.snapshot();
            before.answerAll();
            assertThat(before.trajectories()).hasSize(1);
        }
        try (LoopHarness after = start().from(state).open()) {
            after.answerAll();

            assertThat(after.trajectories()).hasSize(1);
            assertThat(LoopHarness.timeless(after.trajectories().get(0)))
                    .isEqualTo(LoopHarness.timeless(undisturbed()));
        }
    }

    @Test
    void whatWasJournaledBeforeTheTaskDiedIsNotPaidForAgain() throws Exception {
        MapJournal journal = new MapJournal();
        OperatorSubtaskState state;
        try (LoopHarness before = start().journaledBy(journal).open()) {
            before.announce(0);
            before.ask(REQUEST);
            state = before.snapshot();
            for (int i = 0; i < 6; i++) {
                before.answer(before.effects().held().get(0));
            }
        }
        try (LoopHarness after = start().from(state).journaledBy(journal).open()) {
            assertThat(after.effects().issued())
                    .as("the first six completions stand in the journal; the seventh call was in the air")
                    .extracting(call -> call.effect().seq())
                    .containsExactly(6, 7);
            after.answerAll();

            assertThat(after.trajectories().get(0).getEffects())
                    .filteredOn(EffectRecord::getFromJournal)
                    .extracting(EffectRecord::getSeq)
                    .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);

            assertThat(LoopHarness.timeless(after.trajectories().get(0)))
                    .isEqualTo(LoopHarness.timeless(undisturbed()));
        }
    }

    @Test
    void aReissuedGenerationKeepsTheVersionThatItWasIssuedTo() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.announce(0);
            before.ask(REQUEST);
            before.answer(before.effects().held().get(0));
            before.answer(before.effects().held().get(0));
            assertThat(before.effects().held().get(0).effect()).isInstanceOf(Effect.Generate.class);
            before.announce(1);
            state = before.snapshot();
        }
        try (LoopHarness after = start().from(state).open()) {
            assertThat(after.effects().issued().get(0).version().version()).isZero();
            after.answerAll();

            assertThat(after.trajectories().get(0).getRows())
                    .extracting(row -> row.getVersions().get(0).getVersion())
                    .as("announced versions are restored as well")
                    .containsExactly(0L, 1L, 1L, 1L);
        }
    }

    @Test
    void aLoopThatIsPinnedStaysWithTheVersionThatItBeganWith() throws Exception {
        LoopLimits pinning = new LoopLimits(4, 100, Duration.ofSeconds(10), Duration.ofSeconds(60), 1 << 20, true);
        OperatorSubtaskState state;
        try (LoopHarness before = new LoopHarness.Start(pinning).open()) {
            before.announce(0);
            before.ask(REQUEST);
            before.answer(before.effects().held().get(0));
            before.announce(1);
            state = before.snapshot();
        }
        try (LoopHarness after = new LoopHarness.Start(pinning).from(state).open()) {
            after.announce(2);
            after.answerAll();
            after.ask(Requests.request(Requests.query("later"), 0));
            after.answerAll();

            assertThat(after.trajectories())
                    .extracting(Trajectory::getPolicyVersionMin, Trajectory::getPolicyVersionMax)
                    .containsExactly(tuple(0L, 0L), tuple(2L, 2L));
        }
    }

    @Test
    void pinsStandThroughARestoreAndOutliveTheOldestVersions() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            for (int version = 0; version < 1_100; version++) {
                before.announce(version);
                if (version == 3) {
                    before.order(ControlCommand.PIN, 3L);
                }
            }
            state = before.snapshot();
        }
        try (LoopHarness after = start().from(state).open()) {
            after.ask(REQUEST);
            after.answerAll();
            after.ask(Requests.request(
                    Requests.query("forgotten", 1).setPinnedVersion(4L).build(), 0));

            assertThat(after.trajectories().get(0).getPolicyVersionMax()).isEqualTo(3);
            assertThat(after.trajectories().get(1).getTermination()).isEqualTo(Termination.REJECTED);
        }
    }

    @Test
    void aDeadlineStandsThroughARestore() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.announce(0);
            before.ask(REQUEST);
            state = before.snapshot();
        }
        try (LoopHarness after = start().at(5_000).from(state).open()) {
            after.advanceTime(7_000);

            assertThat(after.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(Termination.DEADLINE);
            assertThat(after.leftInState()).isZero();
        }
    }

    @Test
    void aDeadlineThatPassedDuringDowntimeIsGrantedAnewButOnlyOnce() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.announce(0);
            before.ask(REQUEST);
            state = before.snapshot();
        }
        try (LoopHarness after = start().at(100_000).from(state).open()) {
            assertThat(after.timers()).as("the first deadline is gone").isEqualTo(1);
            after.advanceTime(9_999);
            assertThat(after.trajectories()).isEmpty();
            state = after.snapshot();

            after.answerAll();
            assertThat(after.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(Termination.ANSWERED);
            assertThat(after.leftInState()).isZero();
        }
        try (LoopHarness again = start().at(200_000).from(state).open()) {
            again.advanceTime(1);

            assertThat(again.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(Termination.DEADLINE);
            assertThat(again.leftInState()).isZero();
        }
    }

    @Test
    void aWaitForAPolicyThatEndedDuringDowntimeBeginsAnew() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.ask(REQUEST);
            state = before.snapshot();
        }
        try (LoopHarness after = start().at(100_000).from(state).open()) {
            after.advanceTime(59_999);
            assertThat(after.trajectories()).isEmpty();
            after.advanceTime(1);

            assertThat(after.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(Termination.MODEL_INFRA);
            assertThat(after.leftInState()).isZero();
        }
    }

    @Test
    void parkedRolloutsKeepTheirOrderThroughARestore() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.announce(0);
            for (int rollout = 0; rollout < 20; rollout++) {
                before.ask(request(rollout));
            }
            state = before.snapshot();
        }
        try (LoopHarness after = start().at(9_000).from(state).open()) {
            after.ask(request(20));
            after.answerAll();

            List<Integer> begun = new ArrayList<>();
            for (Call call : after.effects().issued()) {
                int rollout = Integer.parseInt(call.rolloutId().substring(2));
                if (rollout >= 4 && !begun.contains(rollout)) {
                    begun.add(rollout);
                }
            }
            assertThat(begun).isSorted().hasSize(17);
            assertThat(after.trajectories()).hasSize(21);
            assertThat(after.leftInState()).isZero();
        }
    }

    @Test
    void rolloutsThatWaitForTheirPolicyStillDoAfterARestore() throws Exception {
        OperatorSubtaskState state;
        try (LoopHarness before = start().open()) {
            before.ask(REQUEST);
            state = before.snapshot();
        }
        try (LoopHarness after = start().from(state).open()) {
            assertThat(after.effects().issued()).isEmpty();
            after.announce(0);
            after.answerAll();

            assertThat(after.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(Termination.ANSWERED);
            assertThat(after.leftInState()).isZero();
        }
    }

    @Test
    void aRecordThatWaitsForTheBlobStoreIsOfferedAgain() throws Exception {
        LoopLimits small = new LoopLimits(4, 100, Duration.ofSeconds(10), Duration.ofSeconds(60), 500, false);
        MemoryBlobs blobs = new MemoryBlobs();
        blobs.hold();
        OperatorSubtaskState state;
        try (LoopHarness before = new LoopHarness.Start(small).with(blobs).open()) {
            before.announce(0);
            before.ask(REQUEST);
            before.answerAll();
            assertThat(before.trajectories()).isEmpty();
            state = before.snapshot();
        }
        try (LoopHarness after = new LoopHarness.Start(small).from(state).open()) {
            assertThat(after.trajectories())
                    .singleElement()
                    .satisfies(reference -> assertThat(reference.getBlob()).isNotNull());
            assertThat(after.answers()).as("they left before the snapshot").isEmpty();
            assertThat(after.leftInState()).isZero();
        }
    }

    @Test
    void loopsGoOnThroughRescalingUpAndDown() throws Exception {
        int rollouts = 12;
        Trajectory[] undisturbed = new Trajectory[rollouts];
        for (int rollout = 0; rollout < rollouts; rollout++) {
            undisturbed[rollout] = LoopHarness.timeless(undisturbed(request(rollout)));
        }
        List<OperatorSubtaskState> states = new ArrayList<>();
        try (LoopHarness one = start().open()) {
            one.announce(0);
            for (int rollout = 0; rollout < rollouts; rollout++) {
                one.ask(request(rollout));
            }
            one.answer(one.effects().held().get(3));
            states.add(one.snapshot());
        }
        Set<String> seen = new HashSet<>();
        List<Trajectory> ended = new ArrayList<>();
        int before = 1;
        for (int parallelism : new int[] {3, 1, 2, 3, 1}) {
            OperatorSubtaskState all =
                    AbstractStreamOperatorTestHarness.repackageState(states.toArray(OperatorSubtaskState[]::new));
            states.clear();
            seen.clear();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                try (LoopHarness harness =
                        start().from(all).subtask(subtask, parallelism, before).open()) {
                    Set<String> mine = new HashSet<>();
                    harness.effects().issued().forEach(call -> mine.add(call.rolloutId()));
                    assertThat(mine)
                            .as("each loop is issued again by its one owner")
                            .noneMatch(seen::contains);
                    seen.addAll(mine);
                    for (Call call : harness.effects().held()) {
                        harness.answer(call);
                    }
                    ended.addAll(harness.trajectories());
                    states.add(harness.snapshot());
                }
            }
            before = parallelism;
        }
        try (LoopHarness last = start().from(states.get(0)).open()) {
            last.answerAll();
            ended.addAll(last.trajectories());
            assertThat(last.leftInState()).isZero();
        }

        assertThat(ended)
                .extracting(Trajectory::getRolloutIndex)
                .doesNotHaveDuplicates()
                .hasSize(rollouts);
        for (Trajectory trajectory : ended) {
            assertThat(LoopHarness.timeless(trajectory)).isEqualTo(undisturbed[trajectory.getRolloutIndex()]);
        }
    }

    @Test
    void loopsOfAnAgentThatIsNoLongerServedAreNotDropped() throws Exception {
        try (LoopHarness before = start().open()) {
            before.announce(0);
            Query query = Requests.query("q", 1).setAgent("retired").build();

            assertThatThrownBy(() -> before.ask(Requests.request(query, 0)))
                    .hasMessageContaining("'retired'")
                    .hasMessageContaining("[scripted]");
        }
    }

    private static LoopHarness.Start start() {
        return new LoopHarness.Start(LIMITS);
    }

    private static RolloutRequest request(int rollout) {
        return Requests.request(Requests.query("q"), rollout);
    }

    private static Trajectory undisturbed() throws Exception {
        return undisturbed(REQUEST);
    }

    private static Trajectory undisturbed(RolloutRequest request) throws Exception {
        try (LoopHarness harness = start().open()) {
            harness.announce(0);
            harness.ask(request);
            harness.answerAll();
            return harness.trajectories().get(0);
        }
    }
}
