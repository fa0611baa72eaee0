// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.failsafe.spi.Scheduler;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A scheduler whose time the test moves; tasks run in the test's thread. */
public final class VirtualTime implements Scheduler {
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            Comparator.comparingLong((Task task) -> task.at).thenComparingLong(task -> task.number));
    private long now;
    private long scheduled;

    @Override
    public ScheduledFuture<?> schedule(Callable<?> callable, long delay, TimeUnit unit) {
        Task task = new Task(callable, now + unit.toNanos(delay), scheduled++);
        tasks.add(task);
        return task;
    }

    public void advance(Duration duration) {
        long until = now + duration.toNanos();
        while (!tasks.isEmpty() && tasks.peek().at <= until) {
            Task next = tasks.poll();
            now = next.at;
            next.run();
        }
        now = until;
    }

    /** Nanoseconds since it was made. */
    public long now() {
        return now;
    }

    /** Tasks that may still run. */
    public long waiting() {
        return tasks.stream().filter(task -> !task.isCancelled()).count();
    }

    private final class Task extends FutureTask<Object> implements ScheduledFuture<Object> {
        private final long at;
        private final long number;

        @SuppressWarnings("unchecked") // the value is nobody's business
        private Task(Callable<?> callable, long at, long number) {
            super((Callable<Object>) callable);
            this.at = at;
            this.number = number;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - now, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
