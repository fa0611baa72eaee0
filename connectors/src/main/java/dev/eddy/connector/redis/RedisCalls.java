// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.apache.flink.util.ExceptionUtils;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Calls to a Redis, which Jedis blocks for, on threads of their own. No call takes longer than the deadline: one that waits in
 * the queue past it is never sent. Fails with {@link PortException}: TIMEOUT, REJECTED where Redis says no, else UNAVAILABLE.
 * Thread-safe.
 */
final class RedisCalls implements AutoCloseable {
    private final RedisSettings settings;
    private final UnifiedJedis redis;
    private final ThreadPoolExecutor threads;

    /** Connects with the first call, so that a server that is down now may come later. */
    RedisCalls(RedisSettings settings) throws IOException {
        this.settings = settings;
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(settings.connections());
        pool.setMaxIdle(settings.connections());
        pool.setMaxWait(settings.deadline());
        redis = RedisClient.builder()
                .hostAndPort(settings.host(), settings.port())
                .clientConfig(settings.client())
                .poolConfig(pool)
                .build();
        threads = new ThreadPoolExecutor(
                settings.connections(),
                settings.connections(),
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(settings.queue()),
                RedisCalls::thread);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "redis");
        thread.setDaemon(true);
        return thread;
    }

    /** @param what is done, for messages */
    <T> CompletableFuture<T> call(String what, Function<UnifiedJedis, T> command) {
        CompletableFuture<T> answer =
                new CompletableFuture<T>().orTimeout(settings.deadline().toMillis(), TimeUnit.MILLISECONDS);
        try {
            threads.execute(() -> run(command, answer));
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(e);
        }
        return answer.handle((value, failure) -> {
            if (failure != null) {
                throw new CompletionException(typed(what, failure));
            }
            return value;
        });
    }

    private <T> void run(Function<UnifiedJedis, T> command, CompletableFuture<T> answer) {
        if (answer.isDone()) {
            return;
        }
        try {
            answer.complete(command.apply(redis));
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private PortException typed(String what, Throwable failure) {
        String where = "Redis at " + settings.host() + ":" + settings.port() + " did not " + what + ": ";
        if (failure instanceof TimeoutException || failure.getCause() instanceof SocketTimeoutException) {
            String text = "no answer within " + settings.deadline().toMillis() + " ms, the setting 'deadline-ms'";
            return new PortException(EffectStatus.TIMEOUT, where + text, failure);
        }
        if (failure instanceof RejectedExecutionException) {
            String text = threads.isShutdown()
                    ? "the client is closed"
                    : settings.queue() + " calls wait already: raise the setting 'connections' or 'queue'";
            return new PortException(EffectStatus.UNAVAILABLE, where + text, failure);
        }
        if (ExceptionUtils.findThrowable(failure, SSLException.class).isPresent()) {
            String text =
                    "no encrypted connection, check the settings 'tls', 'tls-authorities' and 'tls-certificate': ";
            return new PortException(EffectStatus.UNAVAILABLE, where + text + failure.getMessage(), failure);
        }
        return new PortException(
                failure instanceof JedisDataException ? EffectStatus.REJECTED : EffectStatus.UNAVAILABLE,
                where + failure.getMessage(),
                failure);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        redis.close();
    }
}
