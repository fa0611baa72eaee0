// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C (or a polite kill) as a flag: the work sees it and ends in order, and the JVM waits for that. Close it when the
 * work has ended. Thread-safe.
 */
public final class StopSignal implements AutoCloseable {
    private static final Duration USUAL_GRACE = Duration.ofSeconds(60);

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean raised;

    private StopSignal(Duration grace, Runnable onStop) {
        hook = new Thread(() -> stop(grace, onStop), "eddy-stop");
    }

    /** For work that ends within a minute; see {@link #install(Duration, Runnable)}. */
    public static StopSignal install(Runnable onStop) {
        return install(USUAL_GRACE, onStop);
    }

    /**
     * Listens from now on.
     *
     * @param grace how long the JVM waits for the work to end; then it is cut off
     * @param onStop told once, in another thread, when the signal is raised
     */
    public static StopSignal install(Duration grace, Runnable onStop) {
        StopSignal signal = new StopSignal(grace, onStop);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    public boolean isRaised() {
        return raised;
    }

    @Override
    public void close() {
        ended.countDown();
        if (!raised) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is on its way down: the hook runs, finds the work ended, and returns.
            }
        }
    }

    private void stop(Duration grace, Runnable onStop) {
        raised = true;
        if (ended.getCount() == 0) {
            return;
        }
        onStop.run();
        try {
            ended.await(grace.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
