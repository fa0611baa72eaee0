// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.flink.util.ExceptionUtils;

/** Futures one after another or beside each other; the result, cancelled or failed by whoever waits for it, ends what is under way. */
final class Chain {
    private Chain() {}

    /** @param next not asked where nobody waits any more; a failure of its own fails the result */
    static <A, B> CompletableFuture<B> then(CompletableFuture<A> first, Function<A, CompletableFuture<B>> next) {
        CompletableFuture<B> result = new CompletableFuture<>();
        endWith(result, first);
        first.whenComplete((value, failure) -> {
            if (failure != null) {
                result.completeExceptionally(ExceptionUtils.stripCompletionException(failure));
            } else if (!result.isDone()) {
                follow(value, next, result);
            }
        });
        return result;
    }

    /** The value of the first or, where it failed, of what is made of its failure; that may fail with it again. */
    static <T> CompletableFuture<T> recover(
            CompletableFuture<T> first, Function<Throwable, CompletableFuture<T>> instead) {
        CompletableFuture<T> result = new CompletableFuture<>();
        endWith(result, first);
        first.whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else if (!result.isDone()) {
                follow(ExceptionUtils.stripCompletionException(failure), instead, result);
            }
        });
        return result;
    }

    /** The values of all, once all have ended; fails as one of them did. Waits for the others, so that none goes on unseen. */
    static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> parts) {
        CompletableFuture<List<T>> result = new CompletableFuture<>();
        parts.forEach(part -> endWith(result, part));
        CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).whenComplete((done, failure) -> {
            if (failure == null) {
                result.complete(parts.stream().map(CompletableFuture::join).toList());
            } else {
                result.completeExceptionally(ExceptionUtils.stripCompletionException(failure));
            }
        });
        return result;
    }

    private static <A, B> void follow(A value, Function<A, CompletableFuture<B>> next, CompletableFuture<B> result) {
        CompletableFuture<B> second;
        try {
            second = next.apply(value);
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
            return;
        }
        endWith(result, second);
        second.whenComplete((answer, failure) -> {
            if (failure == null) {
                result.complete(answer);
            } else {
                result.completeExceptionally(ExceptionUtils.stripCompletionException(failure));
            }
        });
    }

    private static void endWith(CompletableFuture<?> result, CompletableFuture<?> source) {
        result.whenComplete((value, failure) -> {
            if (failure != null) {
                source.completeExceptionally(failure);
            }
        });
    }
}
