// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.operator.reward.VirtualTime;
import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PortGuardTest {
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final Duration NO_TIME = Duration.ofNanos(1);
    private static final Vectors FOUND = new Vectors(List.of(new float[] {1}));

    private final AtomicLong nanos = new AtomicLong();
    private final Held port = new Held();

    /** Holds calls until the test ends them. */
    private static final class Held implements Encoder {
        private final List<CompletableFuture<Vectors>> calls = new ArrayList<>();

        @Override
        public CompletableFuture<Vectors> texts(List<String> texts) {
            CompletableFuture<Vectors> call = new CompletableFuture<>();
            calls.add(call);
            return call;
        }

        private void fail(int call, EffectStatus status) {
            calls.get(call).completeExceptionally(new PortException(status, "for the test"));
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException("it was closed");
        }
    }

    @Test
    void aPortThatFailsInARowIsLeftAloneAndCallsFailTyped() {
        PortGuard guard = breaker(3, FOR_EVER);
        Encoder encoder = guard.around(Encoder.class, port);
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Vectors> call = encoder.texts(List.of());
            assertThat(guard.breakerState()).isZero();
            port.fail(i, i == 1 ? EffectStatus.TIMEOUT : EffectStatus.UNAVAILABLE);
            assertThat(call).isCompletedExceptionally();
        }

        CompletableFuture<Vectors> refused = encoder.texts(List.of());

        assertThat(failure(refused)).isInstanceOfSatisfying(PortException.class, typed -> {
            assertThat(typed.status()).isEqualTo(EffectStatus.UNAVAILABLE);
            assertThat(typed).hasMessageContainingAll("encoder", "3 in a row", "eddy.encoder.breaker-failures");
            assertThat(typed).hasMessageContaining("for the test");
        });
        assertThat(port.calls).hasSize(3);
        assertThat(guard.breakerState()).isEqualTo(1);
        assertThat(guard.refused()).isEqualTo(1);
        assertThat(guard.failed()).isEqualTo(3);
    }

    @Test
    void afterThePauseOneTrialTellsWhetherThePortIsBack() {
        PortGuard guard = breaker(1, NO_TIME);
        Encoder encoder = guard.around(Encoder.class, port);
        encoder.texts(List.of());
        port.fail(0, EffectStatus.UNAVAILABLE);

        CompletableFuture<Vectors> trial = encoder.texts(List.of());
        CompletableFuture<Vectors> meanwhile = encoder.texts(List.of());
        assertThat(guard.breakerState()).isEqualTo(2);
        assertThat(failure(meanwhile)).isInstanceOf(PortException.class);

        port.calls.get(1).complete(FOUND);
        assertThat(trial).isCompletedWithValue(FOUND);
        assertThat(guard.breakerState()).isZero();
        assertThat(encoder.texts(List.of())).isNotDone();
    }

    @Test
    void aTrialThatIsGivenUpIsFollowedByAnother() {
        PortGuard guard = breaker(1, NO_TIME);
        Encoder encoder = guard.around(Encoder.class, port);
        encoder.texts(List.of());
        port.fail(0, EffectStatus.UNAVAILABLE);

        encoder.texts(List.of()).cancel(true);
        assertThat(guard.breakerState()).isEqualTo(1);

        assertThat(encoder.texts(List.of())).isNotDone();
        assertThat(port.calls).hasSize(3);
    }

    @Test
    void whatAPortRefusesItHasAnswered() {
        PortGuard guard = breaker(1, FOR_EVER);
        Encoder encoder = guard.around(Encoder.class, port);

        encoder.texts(List.of());
        port.fail(0, EffectStatus.REJECTED);

        assertThat(guard.breakerState()).isZero();
    }

    @Test
    void noNumberOfFailuresThatMayBeTheCallsOwnOpensTheBreaker() {
        PortGuard guard = breaker(2, FOR_EVER);
        Encoder encoder = guard.around(Encoder.class, port);

        for (int i = 0; i < 16; i++) {
            CompletableFuture<Vectors> call = encoder.texts(List.of());
            port.calls
                    .get(i)
                    .completeExceptionally(PortException.inconclusive(EffectStatus.UNAVAILABLE, "too long", null)
                            .of("model m"));
            assertThat(failure(call)).hasMessage("model m: too long");
        }

        assertThat(guard.breakerState()).isZero();
        assertThat(guard.failed()).isEqualTo(16);
    }

    @Test
    void aCallThatIsGivenUpHasFailedOnlyIfItTookLong() {
        PortGuard guard = breaker(1, FOR_EVER);
        Encoder encoder = guard.around(Encoder.class, port);

        encoder.texts(List.of()).cancel(true);
        assertThat(port.calls.get(0)).isCancelled();
        assertThat(guard.breakerState()).isZero();

        CompletableFuture<Vectors> hanging = encoder.texts(List.of());
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        hanging.cancel(true);
        assertThat(guard.breakerState()).isEqualTo(1);
    }

    @Test
    void callsOverTheLimitWaitInTheirOrderAndThoseGivenUpAreNeverMade() {
        PortGuard guard = limited(Concurrency.FIXED, 2, 0);
        Encoder encoder = guard.around(Encoder.class, port);
        List<CompletableFuture<Vectors>> calls =
                IntStream.range(0, 5).mapToObj(call -> encoder.texts(List.of())).toList();
        assertThat(port.calls).hasSize(2);
        assertThat(List.of(guard.limit(), guard.inFlight(), guard.waiting())).containsExactly(2, 2, 3);

        calls.get(2).cancel(true);
        port.calls.get(1).complete(FOUND);
        assertThat(port.calls).hasSize(3);
        port.calls.get(2).complete(FOUND);

        assertThat(calls.get(3)).isCompletedWithValue(FOUND);
        assertThat(calls.get(4)).isNotDone();
        assertThat(port.calls).hasSize(4);
        assertThat(List.of(guard.inFlight(), guard.waiting())).containsExactly(2, 0);
    }

    @Test
    void anAimdLimitFallsWithFailuresAndRisesWithSuccesses() {
        PortGuard guard = limited(Concurrency.AIMD, 10, 0);
        Encoder encoder = guard.around(Encoder.class, port);
        for (int i = 0; i < 10; i++) {
            encoder.texts(List.of());
        }
        assertThat(guard.limit()).isEqualTo(10);

        port.fail(0, EffectStatus.TIMEOUT);
        port.fail(1, EffectStatus.UNAVAILABLE);
        assertThat(guard.limit()).isEqualTo(8);

        port.calls.get(9).complete(FOUND);
        assertThat(guard.limit()).isEqualTo(9);
    }

    @Test
    void manyThatWaitForAPortThatAnswersAtOnceAreEachMadeOnce() {
        PortGuard guard = limited(Concurrency.FIXED, 1, 0);
        AtomicInteger made = new AtomicInteger();
        CompletableFuture<Vectors> first = new CompletableFuture<>();
        guard.call(() -> first);
        List<CompletableFuture<Integer>> calls = IntStream.range(0, 100_000)
                .mapToObj(call -> guard.call(() -> CompletableFuture.completedFuture(made.incrementAndGet())))
                .toList();

        first.complete(FOUND);

        assertThat(calls).allSatisfy(call -> assertThat(call).isCompleted());
        assertThat(made).hasValue(100_000);
        assertThat(guard.inFlight()).isZero();
    }

    @Test
    void callsBeginNoFasterThanTheirRate() {
        PortGuard guard = limited(Concurrency.UNLIMITED, 1, 100);
        long began = System.nanoTime();
        List<CompletableFuture<Long>> calls = IntStream.range(0, 6)
                .mapToObj(call -> guard.call(() -> CompletableFuture.completedFuture(System.nanoTime())))
                .toList();
        calls.get(1).cancel(true);

        long last = calls.get(5).join();

        assertThat(Duration.ofNanos(last - began))
                .as("four pauses between five calls")
                .isGreaterThanOrEqualTo(Duration.ofMillis(30));
        assertThat(guard.waiting()).isZero();
    }

    @Test
    void aDefectIsHandedOnAsOne() {
        PortGuard guard = breaker(5, FOR_EVER);

        CompletableFuture<Vectors> call = guard.call(() -> {
            throw new AssertionError("a defect");
        });

        assertThat(failure(call)).isInstanceOf(AssertionError.class);
    }

    @Test
    void onlyWhatIsRemoteOrSetIsHeldBack() {
        assertThat(PortGuard.needed(CallLimits.DEFAULT.resolved(false, false, FOR_EVER)))
                .isFalse();
        assertThat(PortGuard.needed(CallLimits.DEFAULT.resolved(true, true, FOR_EVER)))
                .isTrue();
        assertThat(PortGuard.needed(limits(0, FOR_EVER, Concurrency.UNLIMITED, 1, 0)))
                .isFalse();
        assertThat(PortGuard.needed(limits(0, FOR_EVER, Concurrency.AIMD, 9, 0)))
                .isTrue();
        assertThat(PortGuard.needed(limits(0, FOR_EVER, Concurrency.UNLIMITED, 9, 1)))
                .isTrue();
    }

    @Test
    void whatIsRemoteIsTriedAgainUnlessItPersistsByItself() {
        assertThat(CallLimits.DEFAULT.resolved(true, false, FOR_EVER).retries()).isEqualTo(CallLimits.REMOTE_RETRIES);
        assertThat(CallLimits.DEFAULT.resolved(true, true, FOR_EVER).retries()).isZero();
        assertThat(CallLimits.DEFAULT.resolved(false, false, FOR_EVER).retries())
                .isZero();
        assertThat(CallLimits.DEFAULT
                        .onceUnlessSet()
                        .resolved(true, false, FOR_EVER)
                        .retries())
                .isZero();
    }

    private PortGuard breaker(int failures, Duration pause) {
        return guard(limits(failures, pause, Concurrency.UNLIMITED, 1, 0));
    }

    private PortGuard limited(Concurrency concurrency, int most, double rate) {
        return guard(limits(0, FOR_EVER, concurrency, most, rate));
    }

    private PortGuard guard(CallLimits limits) {
        return new PortGuard(Encoder.class, limits, new VirtualTime(), nanos::get);
    }

    private static CallLimits limits(int failures, Duration pause, Concurrency concurrency, int most, double rate) {
        return new CallLimits(failures, pause, rate, concurrency, most, 0, FOR_EVER, FOR_EVER);
    }

    private static Throwable failure(CompletableFuture<?> call) {
        assertThat(call).isCompletedExceptionally();
        return call.handle((value, failure) -> ExceptionUtils.stripCompletionException(failure))
                .join();
    }
}
