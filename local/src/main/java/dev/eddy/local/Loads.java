// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Values that are loaded once however many ask at the same time; a failed load is forgotten. In place of Caffeine's own
 * asynchronous cache, which logs every failure with its stack: here bad input fails loads and is its sender's affair.
 * Thread-safe.
 */
public final class Loads<K, V> {
    private final Cache<K, CompletableFuture<V>> loads;

    /** @param builder bounds what is remembered */
    public Loads(Caffeine<Object, Object> builder) {
        this.loads = builder.executor(Runnable::run).build(); // no work for the common pool, which outlives a job
    }

    public CompletableFuture<V> get(K key, Function<K, CompletableFuture<V>> load) {
        CompletableFuture<V> known = loads.getIfPresent(key);
        if (known != null) {
            return known;
        }
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> others = loads.asMap().putIfAbsent(key, mine);
        if (others != null) {
            return others;
        }
        started(key, load).whenComplete((value, failure) -> {
            if (failure == null) {
                mine.complete(value);
            } else {
                loads.asMap().remove(key, mine);
                mine.completeExceptionally(failure);
            }
        });
        return mine;
    }

    /** A load that throws where it should fail has failed: others may wait for it already. */
    private static <K, V> CompletableFuture<V> started(K key, Function<K, CompletableFuture<V>> load) {
        try {
            return load.apply(key);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
