// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LoadsTest {
    private final Loads<String, Integer> loads =
            new Loads<>(Caffeine.newBuilder().maximumSize(10));

    @Test
    void manyAskAndOneLoads() {
        CompletableFuture<Integer> loading = new CompletableFuture<>();

        CompletableFuture<Integer> first = loads.get("seven", key -> loading);
        CompletableFuture<Integer> second = loads.get("seven", key -> {
            throw new AssertionError("it is being loaded");
        });
        loading.complete(7);

        assertThat(first).isCompletedWithValue(7).isSameAs(second);
    }

    @Test
    void aLoadThatFailsOrThrowsFailsForWhoeverAskedAndIsForgotten() {
        assertThat(loads.get("seven", key -> CompletableFuture.failedFuture(new IllegalStateException("failed"))))
                .isCompletedExceptionally();
        assertThat(loads.get("seven", key -> {
                    throw new IllegalStateException("thrown");
                }))
                .isCompletedExceptionally();

        assertThat(loads.get("seven", key -> CompletableFuture.completedFuture(7)))
                .isCompletedWithValue(7);
    }
}
