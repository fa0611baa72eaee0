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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallRetriesTest {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<Vectors>> attempts = new ArrayList<>();

    private PortGuard guard(int breakerFailures, int retries) {
        CallLimits limits = new CallLimits(
                breakerFailures, Duration.ofSeconds(1), 0, Concurrency.FIXED, 1, retries, PAUSE, DEADLINE);
        return new PortGuard(Encoder.class, limits, time, time::now);
    }

    private CompletableFuture<Vectors> call(PortGuard guard) {
        return guard.call(() -> {
            CompletableFuture<Vectors> attempt = new CompletableFuture<>();
            attempts.add(attempt);
            return attempt;
        });
    }

    private void failLast(EffectStatus status) {
        attempts.get(attempts.size() - 1)
                .completeExceptionally(new PortException(status, "attempt " + attempts.size()));
    }

    @Test
    void aCallThatEndedUnavailableIsMadeAgainAfterPausesThatDouble() {
        PortGuard guard = guard(0, 2);
        CompletableFuture<Vectors> call = call(guard);
        assertThat(attempts).as("at once, by whoever calls").hasSize(1);

        failLast(EffectStatus.UNAVAILABLE);
        assertThat(guard.inFlight()).as("no room is kept while it pauses").isZero();
        time.advance(PAUSE.dividedBy(2).minusNanos(1));
        assertThat(attempts).hasSize(1);
        time.advance(PAUSE.plusNanos(1));
        assertThat(attempts).hasSize(2);

        failLast(EffectStatus.UNAVAILABLE);
        time.advance(PAUSE.minusNanos(1));
        assertThat(attempts).hasSize(2);
        time.advance(PAUSE.multipliedBy(2).plusNanos(1));
        assertThat(attempts).hasSize(3);

        Vectors found = new Vectors(List.of(new float[] {1}));
        attempts.get(2).complete(found);
        assertThat(call).isCompletedWithValue(found);
        assertThat(guard.retried()).isEqualTo(2);
    }

    @Test
    void whatFailsEveryTimeFailsAsTheLastTime() {
        CompletableFuture<Vectors> call = call(guard(0, 1));
        failLast(EffectStatus.UNAVAILABLE);
        time.advance(DEADLINE);
        failLast(EffectStatus.UNAVAILABLE);

        assertFails(call, "attempt 2");
        assertThat(time.waiting()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = EffectStatus.class,
            names = {"TIMEOUT", "REJECTED", "INVALID"})
    void nothingElseIsTriedAgain(EffectStatus status) {
        CompletableFuture<Vectors> call = call(guard(0, 2));

        failLast(status);

        assertFails(call, "attempt 1");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void noAttemptBeginsThatWouldNotEndInTime() {
        CompletableFuture<Vectors> call = call(guard(0, 2));
        time.advance(DEADLINE.dividedBy(2));

        failLast(EffectStatus.UNAVAILABLE);

        assertFails(call, "attempt 1");
        assertThat(attempts).hasSize(1);
    }

    @Test
    void whileTheBreakerIsOpenNothingIsTriedAgain() {
        PortGuard guard = guard(2, 5);
        CompletableFuture<Vectors> call = call(guard);
        failLast(EffectStatus.UNAVAILABLE);
        time.advance(PAUSE.multipliedBy(2));
        failLast(EffectStatus.UNAVAILABLE);
        time.advance(PAUSE.multipliedBy(3));

        assertFails(call, "refused");
        assertThat(attempts).hasSize(2);
        assertThat(guard.refused()).isEqualTo(1);
    }

    @Test
    void whatIsGivenUpIsNotTriedAgain() {
        PortGuard guard = guard(0, 2);
        CompletableFuture<Vectors> under = call(guard);
        under.cancel(true);
        assertThat(attempts.get(0)).isCancelled();

        CompletableFuture<Vectors> pausing = call(guard);
        failLast(EffectStatus.UNAVAILABLE);
        pausing.cancel(true);
        time.advance(DEADLINE);

        CompletableFuture<Vectors> second = call(guard);
        failLast(EffectStatus.UNAVAILABLE);
        time.advance(PAUSE.multipliedBy(2));
        second.cancel(true);
        assertThat(attempts).hasSize(4);
        assertThat(attempts.get(3)).isCancelled();
        assertThat(guard.inFlight()).isZero();
    }

    private static void assertFails(CompletableFuture<Vectors> call, String text) {
        assertThat(call)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(PortException.class)
                .withMessageContaining(text);
    }
}
