// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.failsafe.spi.Scheduler;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What is due at once, done by whoever schedules it. */
final class AtOnce extends FutureTask<Object> implements ScheduledFuture<Object> {
    private AtOnce(Callable<?> task) {
        super(task::call);
    }

    /** A scheduler that hands on only what is not due yet. */
    static Scheduler or(Scheduler later) {
        return (task, delay, unit) -> delay == 0 ? done(task) : later.schedule(task, delay, unit);
    }

    private static AtOnce done(Callable<?> task) {
        AtOnce now = new AtOnce(task);
        now.run();
        return now;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return 0;
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(0, other.getDelay(TimeUnit.NANOSECONDS));
    }
}
