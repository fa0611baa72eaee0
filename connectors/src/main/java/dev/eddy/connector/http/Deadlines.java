// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.port.PortException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.util.ExceptionUtils;

/** Ends futures that take too long. */
public final class Deadlines {
    private Deadlines() {}

    /**
     * A future that ends with another, or fails after a time; then the other is failed, too, and cancelled where this one is. Failures
     * come as they were, out of the exceptions that chained futures wrap them in.
     *
     * @param late the failure
     */
    public static <T> CompletableFuture<T> within(
            CompletableFuture<T> future, Duration deadline, Supplier<PortException> late) {
        CompletableFuture<T> timed = future.orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<T> result = new CompletableFuture<>();
        timed.whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else {
                Throwable bare = ExceptionUtils.stripCompletionException(failure);
                result.completeExceptionally(bare instanceof TimeoutException ? late.get() : bare);
            }
        });
        result.whenComplete((done, failure) -> timed.cancel(false));
        return result;
    }
}
