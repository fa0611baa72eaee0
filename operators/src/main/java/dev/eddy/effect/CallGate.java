// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.Limiter.Listener;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import dev.failsafe.RateLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets calls begin in their order, when their rate and the number of those under way allow. Holds no thread while they wait.
 * Thread-safe.
 */
final class CallGate {
    private static final int FIRST_LIMIT = 20;

    /** So long that it is never too long: only failures make an AIMD limit smaller. */
    private static final long NO_TIMEOUT_DAYS = 1;

    private final SimpleLimiter<Void> limiter;
    private final RateLimiter<Object> rate;
    private final boolean open;
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    private final AtomicInteger turns = new AtomicInteger();
    private boolean permitted;
    private boolean pausing;

    /**
     * A call that has not begun.
     *
     * @param unwanted whether nobody waits for it any more
     * @param begin given what is told how the call has ended
     */
    private record Entry(BooleanSupplier unwanted, Consumer<Listener> begin) {}

    /** @param nanos a clock by which the limiter measures calls */
    CallGate(CallLimits limits, LongSupplier nanos) {
        limiter = SimpleLimiter.newBuilder()
                .clock(nanos::getAsLong)
                .limit(limit(limits.concurrency(), limits.maxConcurrency()))
                .build();
        rate = limits.callsPerSecond() > 0
                ? RateLimiter.smoothBuilder(Duration.ofNanos(Math.round(1e9 / limits.callsPerSecond())))
                        .build()
                : null;
        open = rate == null && limits.concurrency() == Concurrency.UNLIMITED;
    }

    private static Limit limit(Concurrency concurrency, int most) {
        int first = Math.min(FIRST_LIMIT, most);
        return switch (concurrency) {
            case UNLIMITED -> FixedLimit.of(Integer.MAX_VALUE);
            case FIXED -> FixedLimit.of(most);
            case AIMD ->
                AIMDLimit.newBuilder()
                        .initialLimit(first)
                        .minLimit(1)
                        .maxLimit(most)
                        .timeout(NO_TIMEOUT_DAYS, TimeUnit.DAYS)
                        .build();
            case GRADIENT ->
                WindowedLimit.newBuilder()
                        .build(Gradient2Limit.newBuilder()
                                .initialLimit(first)
                                .minLimit(1)
                                .maxConcurrency(most)
                                .build());
        };
    }

    /** Begins a call, now or later, by whichever thread made it possible; never where it has become unwanted. */
    void enter(BooleanSupplier unwanted, Consumer<Listener> begin) {
        if (open) {
            begin.accept(limiter.acquire(null).orElseThrow());
            return;
        }
        synchronized (waiting) {
            waiting.add(new Entry(unwanted, begin));
        }
        admit();
    }

    /** Begins what may; to be called when a call has ended. One thread at a time, since calls may end while they begin. */
    void admit() {
        if (turns.getAndIncrement() > 0) {
            return;
        }
        int asked = 1;
        do {
            for (Runnable next = next(); next != null; next = next()) {
                next.run();
            }
            asked = turns.addAndGet(-asked);
        } while (asked > 0);
    }

    /** The beginning of the first in line; null where there is none that may begin. */
    private Runnable next() {
        synchronized (waiting) {
            while (!waiting.isEmpty() && waiting.peek().unwanted().getAsBoolean()) {
                waiting.remove();
            }
            if (waiting.isEmpty() || !mayBegin()) {
                return null;
            }
            return limiter.acquire(null)
                    .<Runnable>map(slot -> {
                        permitted = false;
                        Entry first = waiting.remove();
                        return () -> first.begin().accept(slot);
                    })
                    .orElse(null);
        }
    }

    /** One permit is taken at a time, so that those of calls that were given up are not lost. */
    private boolean mayBegin() {
        if (rate == null || permitted) {
            return true;
        }
        if (!pausing) {
            Duration wait = rate.reservePermit();
            permitted = wait.isZero();
            pausing = !permitted;
            if (pausing) {
                CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS)
                        .execute(this::permit);
            }
        }
        return permitted;
    }

    private void permit() {
        synchronized (waiting) {
            pausing = false;
            permitted = true;
        }
        admit();
    }

    /** How many calls may be under way now. */
    int limit() {
        return limiter.getLimit();
    }

    int inFlight() {
        return limiter.getInflight();
    }

    /** Those that were given up while they waited leave when their turn comes. */
    int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }
}
