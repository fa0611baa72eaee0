// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;

/**
 * Offers a rollout for each that has ended, so that what a row measures is the loops and not a queue before them: input that is
 * held back would hold back the barriers behind it. One per JVM, as {@link Meter} is. Thread-safe.
 */
final class Offers<S extends SourceSplit> implements RateLimiter<S> {
    private static final ArrayDeque<CompletableFuture<Void>> WAITING = new ArrayDeque<>();
    private static int room;

    /** Lets so many be under way from now on, whatever was before. */
    static void begin(int underWay) {
        synchronized (WAITING) {
            WAITING.clear();
            room = underWay;
        }
    }

    /** One has ended. */
    static void ended() {
        CompletableFuture<Void> next;
        synchronized (WAITING) {
            next = WAITING.poll();
            room += next == null ? 1 : 0;
        }
        if (next != null) {
            next.complete(null);
        }
    }

    @Override
    public CompletionStage<Void> acquire(int rollouts) {
        if (rollouts != 1) {
            throw new IllegalArgumentException("a source asks for one rollout at a time, got " + rollouts);
        }
        synchronized (WAITING) {
            CompletableFuture<Void> offer = new CompletableFuture<>();
            if (room > 0) {
                room--;
                offer.complete(null);
            } else {
                WAITING.add(offer);
            }
            return offer;
        }
    }
}
