// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Lets calls of a fake port through at once, or holds them until it is opened. */
final class Gate {
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean closed;

    <T> CompletableFuture<T> pass(Supplier<T> call) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Runnable work = () -> {
            try {
                future.complete(call.get());
            } catch (RuntimeException e) {
                future.completeExceptionally(e);
            }
        };
        if (closed) {
            held.add(work);
        } else {
            work.run();
        }
        return future;
    }

    void close() {
        closed = true;
    }

    /** Lets the oldest held call through; the gate stays closed. */
    void letOneThrough() {
        held.remove().run();
    }

    void open() {
        closed = false;
        while (!held.isEmpty()) {
            held.remove().run();
        }
    }

    int held() {
        return held.size();
    }
}
