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
import org.junit.jupiter.api.Timeout;

/** Loops whose model is down, and comes back. */
@Timeout(60)
class GuardedLoopTest {
    private static final LoopLimits FEW =
            new LoopLimits(3, 2, Duration.ofSeconds(10), Duration.ofMinutes(1), 256 << 10, false);
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
    void whoeverWaitsBeginsOnceATrialHasFoundTheModelBack() throws Exception {
        PortGuard guard = guard(Duration.ofMillis(100));
        try (LoopHarness harness = harness(guard, new LoopHarness.Start(FEW).guardedBy(guard))) {
            failUntilOpen(harness, guard);
            harness.ask(Requests.request(Requests.query("q"), 3));
            harness.ask(Requests.request(Requests.query("q"), 4));
            assertThat(harness.gauge("admission_paused")).isEqualTo(1);

            model.downFor = 0;
            while (harness.gauge("loops_in_flight") == 0) {
                Thread.onSpinWait();
                harness.advanceTime(1);
            }
            harness.advanceTime(2_000);
            assertThat(harness.gauge("loops_in_flight")).as("the trial").isEqualTo(1);
            assertThat(harness.gauge("loops_parked")).isEqualTo(1);
            assertThat(harness.gauge("admission_paused")).isEqualTo(1);
            harness.answerAll();

            assertThat(harness.trajectories())
                    .extracting(Trajectory::getTermination)
                    .containsExactly(
                            Termination.MODEL_INFRA,
                            Termination.MODEL_INFRA,
                            Termination.MODEL_INFRA,
                            Termination.ANSWERED,
                            Termination.ANSWERED);
            assertThat(guard.refused()).isZero();
            assertThat(harness.gauge("admission_paused")).isZero();
            harness.advanceTime(2_000);
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void aTrialThatFailsCostsOneRolloutAPause() throws Exception {
        PortGuard guard = guard(Duration.ofMillis(100));
        try (LoopHarness harness = harness(guard, new LoopHarness.Start(FEW).guardedBy(guard))) {
            failUntilOpen(harness, guard);
            harness.ask(Requests.request(Requests.query("q"), 3));
            harness.ask(Requests.request(Requests.query("q"), 4));
            int asked = model.asked;
            while (harness.gauge("loops_in_flight") == 0) {
                Thread.onSpinWait();
                harness.advanceTime(1);
            }
            while (model.asked == asked) {
                harness.answer(harness.effects().held().get(0));
            }

            assertThat(harness.trajectories()).hasSize(4);
            assertThat(guard.breakerState()).isEqualTo(1);
            assertThat(harness.gauge("admission_paused")).isEqualTo(1);
            assertThat(guard.refused()).isZero();
        }
    }

    @Test
    void aQueueThatIsFullHoldsABarrierNoLongerThanALoopMayTake() throws Exception {
        PortGuard guard = guard(Duration.ofDays(1));
        try (LoopHarness harness = harness(guard, new LoopHarness.Start(FEW).guardedBy(guard))) {
            failUntilOpen(harness, guard);
            harness.ask(Requests.request(Requests.query("q"), 3));
            harness.ask(Requests.request(Requests.query("q"), 4));

            assertThat(harness.timeUntilRead(Requests.request(Requests.query("q"), 5)))
                    .isEqualTo(FEW.longest().toMillis());
            assertThat(harness.gauge("loops_in_flight")).isZero();
            assertThat(harness.gauge("loops_parked")).isEqualTo(3);
            assertThat(harness.trajectories()).as("nobody who waits has failed").hasSize(3);
        }
    }

    private static void failUntilOpen(LoopHarness harness, PortGuard guard) throws Exception {
        for (int rollout = 0; rollout < 3; rollout++) {
            harness.ask(Requests.request(Requests.query("q"), rollout));
        }
        while (guard.breakerState() == 0) {
            harness.answer(harness.effects().held().get(0));
        }
        assertThat(harness.trajectories())
                .hasSize(3)
                .extracting(Trajectory::getTermination)
                .containsOnly(Termination.MODEL_INFRA);
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
        return harness(guard, new LoopHarness.Start(LoopLimits.DEFAULT));
    }

    private LoopHarness harness(PortGuard guard, LoopHarness.Start start) throws Exception {
        runner = new PortEffectRunner(
                EffectPorts.none()
                        .with(BlobStore.class, new MemoryBlobs())
                        .with(PolicyModel.class, guard.around(PolicyModel.class, model)),
                EffectLimits.DEFAULT);
        LoopHarness harness = start.running(new ScriptedAgent(), this::answer).open();
        harness.announce(0);
        return harness;
    }

    private EffectResult answer(Call call) {
        return call.effect() instanceof Effect.Generate ? runner.run(call).join() : ScriptedEffects.answer(call);
    }
}
