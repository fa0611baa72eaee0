// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.CallLimits;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import dev.failsafe.spi.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes calls again that ended UNAVAILABLE, after pauses that double. None begins that would not end by the deadline if it took as
 * long as the one before. The first attempt begins in the caller's thread; none is held while a call pauses. Whoever cancels a
 * result cancels the attempt that is out. Thread-safe.
 */
final class CallRetries {
    private static final double JITTER = 0.5;

    private final CallLimits limits;
    private final Scheduler scheduler;
    private final LongSupplier nanos;
    private final LongAdder made = new LongAdder();

    /** @param limits without a null */
    CallRetries(CallLimits limits, Scheduler later, LongSupplier nanos) {
        this.limits = limits;
        this.scheduler = AtOnce.or(later);
        this.nanos = nanos;
    }

    <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> attempt) {
        return limits.retries() == 0 ? attempt.get() : new Attempts<>(attempt).begin();
    }

    /** Attempts after the first ones. */
    long made() {
        return made.sum();
    }

    /** The attempts at one call, of which there is one at a time. */
    private final class Attempts<T> {
        private final Supplier<CompletableFuture<T>> attempt;
        private final long end = nanos.getAsLong() + limits.deadline().toNanos();
        private volatile long began;
        private volatile int begun;

        private Attempts(Supplier<CompletableFuture<T>> attempt) {
            this.attempt = attempt;
        }

        private CompletableFuture<T> begin() {
            RetryPolicy<T> policy = RetryPolicy.<T>builder()
                    .handleIf(failure -> mayPass(failure) && thereIsTime())
                    .withBackoff(limits.retryPause(), limits.retryPause().multipliedBy(1L << limits.retries()))
                    .withJitter(JITTER)
                    .withMaxRetries(limits.retries())
                    .onRetry(again -> made.increment())
                    .build();
            return Failsafe.with(policy).with(scheduler).getStageAsync(() -> {
                began = nanos.getAsLong();
                begun++;
                return attempt.get();
            });
        }

        private boolean thereIsTime() {
            long now = nanos.getAsLong();
            double longestPause = limits.retryPause().toNanos() * (1 + JITTER) * (1L << (begun - 1));
            return end - now > longestPause + (now - began);
        }
    }

    /** An open breaker knows that the next attempt will be refused as well. */
    private static boolean mayPass(Throwable failure) {
        return failure instanceof PortException typed
                && typed.status() == EffectStatus.UNAVAILABLE
                && !(typed.getCause() instanceof CircuitBreakerOpenException);
    }
}
