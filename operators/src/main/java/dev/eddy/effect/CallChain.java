// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A result that takes several calls one after another. Composed futures know nothing of those that they were made from, so
 * cancelling one would stop nobody: whoever cancels this one's result cancels the call that is out, and none is made after it.
 * Thread-safe.
 */
public final class CallChain<T> {
    private final CompletableFuture<T> result = new CompletableFuture<>();

    /** Makes a call, unless nobody wants the result any more; the future is then a failed one. */
    public <C> CompletableFuture<C> call(Supplier<CompletableFuture<C>> start) {
        if (result.isDone()) {
            return CompletableFuture.failedFuture(new CancellationException("the result was given up"));
        }
        CompletableFuture<C> call = start.get();
        result.whenComplete((done, failure) -> call.cancel(true)); // of no effect on a call that is over
        return call;
    }

    /** The result: what these steps come to. */
    public CompletableFuture<T> of(CompletableFuture<T> steps) {
        steps.whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }
}
