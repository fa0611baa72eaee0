// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Encoder} does. */
public abstract class EncoderContract {
    private Encoder encoder;

    protected abstract Encoder open() throws Exception;

    @BeforeEach
    void openEncoder() throws Exception {
        encoder = open();
    }

    @AfterEach
    void closeEncoder() {
        encoder.close();
    }

    @Test
    void everyTextGetsAVectorOfTheSameLengthInOrder() {
        List<float[]> together =
                await(encoder.texts(List.of("Paris", "the city of Lyon", ""))).vectors();

        assertThat(together).hasSize(3);
        assertThat(together.get(1)).hasSameSizeAs(together.get(0));
        assertThat(together.get(2)).hasSameSizeAs(together.get(0));
        assertThat(await(encoder.texts(List.of("the city of Lyon"))).vectors().get(0))
                .usingComparatorWithPrecision(1e-5f)
                .containsExactly(together.get(1));
    }

    @Test
    void noVectorHasLengthZeroOrIsNoNumber() {
        for (float[] vector : await(encoder.texts(List.of("Paris", "", "42"))).vectors()) {
            double square = 0;
            for (float element : vector) {
                square += element * element;
            }
            assertThat(square).isFinite().isPositive();
        }
    }

    @Test
    void noTextsGiveNoVectors() {
        assertThat(await(encoder.texts(List.of())).vectors()).isEmpty();
    }
}
