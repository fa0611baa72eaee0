// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.eddy.schemas.EffectStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;

/** What the contract kits say about futures of ports. */
public final class PortFailures {
    private PortFailures() {}

    /** The value, within two minutes. */
    public static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(2, TimeUnit.MINUTES).join();
    }

    /** Asserts that a call fails with this status; answers with the failure for a look at its text. */
    public static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
            CompletableFuture<?> future, EffectStatus status) {
        Throwable thrown = catchThrowable(() -> await(future));
        assertThat(thrown).isInstanceOf(CompletionException.class);
        assertThat(thrown.getCause())
                .isInstanceOfSatisfying(
                        PortException.class,
                        failure -> assertThat(failure.status())
                                .as(failure.getMessage())
                                .isEqualTo(status));
        return assertThat(thrown.getCause());
    }
}
