// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.operator.serve.LoopHarness;
import dev.eddy.operator.serve.LoopLimits;
import dev.eddy.rollout.Replayer;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** ActICL in the agent loop operator. */
class ActIclLoopTest {
    private static final LoopLimits LIMITS =
            new LoopLimits(4, 100, Duration.ofSeconds(10), Duration.ofSeconds(60), 1 << 20, false);
    private static final RolloutRequest REQUEST = new RolloutRequest(
            TestRun.query("trained", null).setAnswers(2).build(), 0, new SourcePosition("queries", 0, 7L));

    /** What the model says depends on how many calls came before, which the prompt's history tells. */
    private static final List<String> SAYS = List.of(
            FakeOutside.search(),
            FakeOutside.read(1),
            FakeOutside.read(2),
            FakeOutside.curate(List.of(1, 2), List.of()));

    @Test
    void aRunIsTrainableAndReplaysToItsOutcome() throws Exception {
        Trajectory trajectory = undisturbed();

        assertThat(trajectory.getTermination()).isEqualTo(Termination.ANSWERED);
        assertThat(trajectory.getTrainable()).as(trajectory.getError()).isTrue();
        assertThat(trajectory.getContext()).containsExactly("r01", "r02");
        assertThat(trajectory.getRows()).hasSize(SAYS.size() + 3);
        assertThat(trajectory.getSegments().get(0).getTokens().remaining())
                .as("the instructions are left to the blob store")
                .isZero();
        assertThat(new Replayer<>(TestRun.agent(Map.of())).replay(trajectory).difference())
                .isEmpty();
    }

    @Test
    void aRunRestoredAtEveryStepEndsAsTheUndisturbedOne() throws Exception {
        Trajectory undisturbed = undisturbed();
        int effects = undisturbed.getEffects().size();
        assertThat(effects).isGreaterThan(8);
        for (int done = 0; done < effects; done++) {
            OperatorSubtaskState state;
            try (LoopHarness before = start().open()) {
                before.announce("acticl", 3);
                before.ask(REQUEST);
                for (int i = 0; i < done; i++) {
                    before.answer(before.effects().held().get(0));
                }
                state = before.snapshot();
            }
            try (LoopHarness after = start().from(state).open()) {
                after.answerAll();

                assertThat(LoopHarness.timeless(after.trajectories().get(0)))
                        .as("restored after %d completions", done)
                        .isEqualTo(LoopHarness.timeless(undisturbed));
                assertThat(after.leftInState()).isZero();
            }
        }
    }

    @Test
    void aPromptShowsTheSameSegmentsAgainAndStoresThemOnce() throws Exception {
        Trajectory trajectory = undisturbed();

        int shown = 0;
        for (Row row : trajectory.getRows()) {
            shown += Packed.ints(row.getPrompt()).length;
        }
        assertThat(shown).isGreaterThan(2 * trajectory.getSegments().size());
    }

    private static Trajectory undisturbed() throws Exception {
        try (LoopHarness harness = start().open()) {
            harness.announce("acticl", 3);
            harness.ask(REQUEST);
            harness.answerAll();
            return harness.trajectories().get(0);
        }
    }

    private static LoopHarness.Start start() {
        FakeOutside outside = new FakeOutside(12);
        outside.actor = generate -> {
            int calls = (int) generate.prompt().stream()
                    .filter(segment -> segment.kind().equals("call"))
                    .count();
            return calls < SAYS.size() ? SAYS.get(calls) : FakeOutside.call("solve", "{}");
        };
        return new LoopHarness.Start(LIMITS).running(TestRun.agent(Map.of()), call -> outside.run(call.effect()));
    }
}
