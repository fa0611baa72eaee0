// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads that pictures are decoded, encoded and read on: few, with a bounded queue before them. A thread ends where nothing
 * came for a second, and all end with {@link #close}. Thread-safe.
 */
public final class PictureWorkers implements AutoCloseable {
    private static final int MAX_WAITING = 4096;

    private final ThreadPoolExecutor threads;

    /** @param count of threads, at most */
    public PictureWorkers(int count) {
        threads = new ThreadPoolExecutor(
                count, count, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), PictureWorkers::thread);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "eddy-pictures");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Has something done.
     *
     * @param subject hash or address of a picture, or a call, for messages
     * @param work fails the future with what it throws
     * @return fails with UNAVAILABLE where too much waits already
     */
    public <T> CompletableFuture<T> submit(String subject, Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.UNAVAILABLE,
                    "no thread is free for " + subject + ": " + MAX_WAITING + " others wait for "
                            + threads.getMaximumPoolSize() + " threads. Raise the picture threads of effects.",
                    e));
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
