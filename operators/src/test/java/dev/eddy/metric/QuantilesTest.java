// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void quantilesAreOnePercentOffAtMost() {
        double[] values = new Random(7).doubles(10_000, 1, 60_000).sorted().toArray();
        Map<Integer, Long> counts = new HashMap<>();
        for (double value : values) {
            counts.merge(Quantiles.bucket(value), 1L, Long::sum);
        }

        for (double share : new double[] {0, 0.5, 0.9, 0.99, 1}) {
            double exact = values[Math.max(0, (int) Math.ceil(share * values.length) - 1)];
            assertThat(Quantiles.quantile(counts, share)).isCloseTo(exact, within(exact * 0.0101));
        }
        assertThat(counts.size()).isLessThan(600);
    }

    @Test
    void belowOneIsZero() {
        assertThat(Quantiles.quantile(Map.of(Quantiles.bucket(0.2), 3L), 0.5)).isZero();
        assertThat(Quantiles.quantile(Map.of(Quantiles.bucket(1), 3L), 0.5)).isCloseTo(1, within(0.01));
    }

    @Test
    void nothingHasNoQuantile() {
        assertThatThrownBy(() -> Quantiles.quantile(Map.of(), 0.5)).hasMessageContaining("0.5 quantile of nothing");
    }
}
