// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Tokenizer;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.effect.PortGuard;
import dev.eddy.port.BlobStore;
import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.rollout.Requests;
import dev.eddy.rollout.ScriptedAgent;
import dev.eddy.rollout.ScriptedEffects;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.failsafe.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loops whose model is down, and comes back. */
class GuardedLoopTest {
    private static final Tokenizer TOKENIZER = new ScriptedAgent().tokenizer();

    private final Model model = new Model();
    private PortEffectRunner runner;

    /** Answers as the script says, unless it is down. */
    private static final class Model implements PolicyModel {
        private final List<String> ids = new ArrayList<>();
        private int downFor = Integer.MAX_VALUE;
        private int asked;

        @Override
        public CompletableFuture<Generation> generate(Request request) {
            ids.add(request.requestId());
            return asked++ < downFor
                    ? CompletableFuture.failedFuture(new PortException(EffectStatus.UNAVAILABLE, "connection refused"))
                    : CompletableFuture.completedFuture(said(request));
        }

        private static Generation said(Request request) {
            int[] tokens = TOKENIZER.encode("said");
            byte[] mask = new byte[tokens.length];
            mask[0] = 1;
            return new Generation("said", tokens, mask, new float[tokens.length], request.version(), "stop");
        }

        @Override
        public ModelCard card() {
            return new ModelCard("scripted-model", "", 1f, 1f);
        }

        @Override
        public Tokenizer tokenizer() {
            return TOKENIZER;
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    @AfterEach
    void close() {
        runner.close();
    }

    @Test
    void runsEndTypedWhileTheBreakerOfTheirModelIsOpen() throws Exception {
        PortGuard guard = guard(Duration.ofDays(1));
        try (LoopHarness harness = harness(guard)) {
            for (int rollout = 0; rollout < 5; rollout++) {
                harness.ask(Requests.request(Requests.query("q"), rollout));
            }
            harness.answerAll();

            assertThat(harness.trajectories())
                    .hasSize(5)
                    .extracting(Trajectory::getTermination)
                    .containsOnly(Termination.MODEL_INFRA);
            assertThat(harness.trajectories().get(2).getError()).isEqualTo("connection refused");
            assertThat(harness.trajectories().get(4).getError())
                    .contains("policy-model", "refused", "connection refused");
            assertThat(model.asked).isEqualTo(3);
            assertThat(guard.refused()).isEqualTo(2);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void onceTheModelIsBackRunsAnswerAgain() throws Exception {
        PortGuard guard = guard(Duration.ofNanos(1));
        try (LoopHarness harness = harness(guard)) {
            for (int rollout = 0; rollout < 5; rollout++) {
                harness.ask(Requests.request(Requests.query("q"), rollout));
            }
            harness.answerAll();
            assertThat(guard.breakerState()).isEqualTo(1);

            model.downFor = 0;
            harness.ask(Requests.request(Requests.query("later"), 0));
            harness.answerAll();

            assertThat(harness.trajectories().get(5).getTermination()).isEqualTo(Termination.ANSWERED);
            assertThat(guard.breakerState()).isZero();
        }
    }

    @Test
    void aCallThatIsMadeAgainEndsAsASuccessUnderItsOwnId() throws Exception {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(1);
        PortGuard guard = guard(Duration.ofDays(1), 2, Scheduler.of(threads));
        model.downFor = 2;
        try (LoopHarness harness = harness(guard)) {
            harness.ask(Requests.request(Requests.query("q"), 0));
            harness.answerAll();

            Trajectory trajectory = harness.trajectories().get(0);
            assertThat(trajectory.getTermination()).isEqualTo(Termination.ANSWERED);
            assertThat(trajectory.getEffects()).allSatisfy(effect -> {
                assertThat(effect.getStatus()).isEqualTo(EffectStatus.OK);
                assertThat(effect.getAttempts())
                        .as("issued once: nothing was paid for twice")
                        .isEqualTo(1);
            });
            assertThat(model.ids.subList(0, 3)).containsOnly(model.ids.get(0));
            assertThat(guard.retried()).isEqualTo(2);
            assertThat(guard.breakerState()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    private static PortGuard guard(Duration pause) {
        return guard(pause, 0, (task, delay, unit) -> {
            throw new AssertionError("nothing is tried again");
        });
    }

    private static PortGuard guard(Duration pause, int retries, Scheduler later) {
        CallLimits limits = new CallLimits(
                3, pause, 0, Concurrency.UNLIMITED, 1, retries, Duration.ofMillis(1), Duration.ofMinutes(1));
        return new PortGuard(PolicyModel.class, limits, later, System::nanoTime);
    }

    private LoopHarness harness(PortGuard guard) throws Exception {
        runner = new PortEffectRunner(
                EffectPorts.none()
                        .with(BlobStore.class, new MemoryBlobs())
                        .with(PolicyModel.class, guard.around(PolicyModel.class, model)),
                EffectLimits.DEFAULT);
        LoopHarness harness = new LoopHarness.Start(LoopLimits.DEFAULT)
                .running(new ScriptedAgent(), this::answer)
                .open();
        harness.announce(0);
        return harness;
    }

    private EffectResult answer(Call call) {
        return call.effect() instanceof Effect.Generate ? runner.run(call).join() : ScriptedEffects.answer(call);
    }
}
