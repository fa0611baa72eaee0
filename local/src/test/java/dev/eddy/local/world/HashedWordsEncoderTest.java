// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;
import dev.eddy.port.Ports;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HashedWordsEncoderTest extends EncoderContract {
    @Override
    protected Encoder open() {
        return new HashedWordsEncoder();
    }

    @Test
    void textsWithWordsInCommonAreAlike() {
        List<float[]> vectors = open().texts(List.of("the city of Paris", "Paris, the city", "Lyon"))
                .join()
                .vectors();

        assertThat(product(vectors.get(0), vectors.get(1)))
                .isGreaterThan(product(vectors.get(0), vectors.get(2)) + 0.5);
    }

    private static double product(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    @Test
    void itIsFoundByNameAndHasNoSettings() throws Exception {
        try (Ports.Lease<Encoder> encoder = Ports.lease(Encoder.class, "words", Map.of())) {
            assertThat(encoder.get()).isInstanceOf(HashedWordsEncoder.class);
        }
        assertThatThrownBy(() -> Ports.lease(Encoder.class, "words", Map.of("length", "3")))
                .hasMessageContaining("length");
    }
}
