// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static dev.eddy.agent.svrl.FakeWeb.answer;
import static dev.eddy.agent.svrl.FakeWeb.byPicture;
import static dev.eddy.agent.svrl.FakeWeb.byText;
import static dev.eddy.agent.svrl.FakeWeb.mask;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.ModelCard;
import dev.eddy.operator.serve.LoopHarness;
import dev.eddy.operator.serve.LoopLimits;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.Snippets;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Replayer;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectorySummary;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SvrlTrajectoryTest {
    private static final Codec<Trajectory> CODEC = Codec.of(Trajectory.class);
    private static final LoopLimits LIMITS =
            new LoopLimits(4, 100, Duration.ofSeconds(10), Duration.ofSeconds(60), 1 << 20, false);

    private final SvrlAgent agent = TestRun.agent(Map.of());

    private static FakeWeb web() {
        FakeWeb web = new FakeWeb();
        web.model = generate -> switch (FakeWeb.turn(generate)) {
            case 1 -> byPicture();
            case 2 -> byText(mask(generate, "1"), "a, b, c");
            default -> answer(mask(generate, "0"), "1897");
        };
        return web;
    }

    @ParameterizedTest
    @ValueSource(strings = {"trained", "react", "rag", "trained_ttv", "trained_tts_k8"})
    void replaysToTheSameEnd(String mode) throws InterruptedException {
        Trajectory trajectory = CODEC.decode(CODEC.encode(record(mode)));

        assertThat(trajectory.getError()).isNull();
        assertThat(trajectory.getAnswers()).containsExactly("1897");
        assertThat(new Replayer<>(agent).replay(trajectory).difference()).isEmpty();
        assertThat(trajectory.getTemplateHash()).isEqualTo(agent.templateHash());
    }

    @Test
    void carriesItsSearchesToTheRewardJob() throws InterruptedException {
        Trajectory trajectory = record("trained");

        TrajectorySummary summary =
                Codec.projecting(Trajectory.class, TrajectorySummary.class).decode(CODEC.encode(trajectory));

        assertThat(summary.getSearches()).hasSize(2).isEqualTo(trajectory.getSearches());
        assertThat(trajectory.getTrainable()).isTrue();
    }

    @Test
    void aContextThatIsFullIsATruncatedRun() throws InterruptedException {
        Trajectory trajectory = record(TestRun.agent(Map.of("context-tokens", "700")), "trained");

        assertThat(trajectory.getTermination()).isEqualTo(Termination.CONTEXT_OVERFLOW);
        assertThat(trajectory.getTruncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trained", "trained_tts_k3"})
    void aRunRestoredAtEveryStepEndsAsTheUndisturbedOne(String mode) throws Exception {
        Trajectory undisturbed;
        try (LoopHarness harness = start().open()) {
            harness.announce("svrl", 3);
            harness.ask(request(mode));
            harness.answerAll();
            undisturbed = harness.trajectories().get(0);
        }
        int effects = undisturbed.getEffects().size();
        assertThat(effects).isGreaterThan(5);
        for (int done = 0; done < effects; done++) {
            OperatorSubtaskState state;
            try (LoopHarness before = start().open()) {
                before.announce("svrl", 3);
                before.ask(request(mode));
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

    private static LoopHarness.Start start() {
        FakeWeb web = web();
        web.pages = query -> List.of(Snippets.page("about " + query));
        return new LoopHarness.Start(LIMITS).running(TestRun.agent(Map.of()), call -> web.run(call.effect()));
    }

    private static RolloutRequest request(String mode) {
        return new RolloutRequest(TestRun.query(mode).build(), 0, new SourcePosition("queries", 0, 0L));
    }

    private Trajectory record(String mode) throws InterruptedException {
        return record(agent, mode);
    }

    private static Trajectory record(SvrlAgent agent, String mode) throws InterruptedException {
        FakeWeb web = web();
        EffectRunner runner = new EffectRunner() {
            @Override
            public CompletableFuture<EffectResult> run(Call call) {
                return CompletableFuture.completedFuture(web.run(call.effect()));
            }

            @Override
            public void close() {}
        };
        return new InMemoryDriver(runner, InstantSource.system())
                .run(
                        new Rollouts<>(agent, new ModelCard("fake", "", 1, 1)),
                        request(mode),
                        VersionSource.only(FakeWeb.VERSION));
    }
}
