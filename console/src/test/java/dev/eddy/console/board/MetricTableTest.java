// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.MetricPoint;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricTableTest {
    private final MetricTable table = new MetricTable();

    @Test
    void windowsOfOneVersionComeTogetherWeightedByTheirCounts() {
        add("accuracy", Map.of("purpose", "EVAL", "policyVersion", "3"), 0.5, 10);
        add("accuracy", Map.of("purpose", "EVAL", "policyVersion", "4"), 1.0, 10);
        add("accuracy", Map.of("purpose", "EVAL", "policyVersion", "3"), 0.8, 20);

        assertThat(table.figures()).singleElement().satisfies(metric -> {
            assertThat(metric.labels()).containsExactly(Map.entry("purpose", "EVAL"));
            assertThat(metric.version()).isEqualTo("4");
            assertThat(metric.values()).containsExactly(0.7, 1.0);
        });
    }

    @Test
    void aMetricWithoutVersionsKeepsItsNewestWindows() {
        for (int window = 0; window < 100; window++) {
            add("loopsInFlight", Map.of(), window, 1);
        }

        assertThat(table.figures()).singleElement().satisfies(metric -> {
            assertThat(metric.version()).isNull();
            assertThat(metric.values()).hasSize(60).startsWith(40.0).endsWith(99.0);
        });
    }

    @Test
    void windowsThatCountNothingDoNotDivideByZero() {
        add("lag", Map.of("policyVersion", "1"), 2, 0);
        add("lag", Map.of("policyVersion", "1"), 5, 0);

        assertThat(table.figures())
                .singleElement()
                .satisfies(metric -> assertThat(metric.value()).isEqualTo(5));
    }

    private void add(String name, Map<String, String> labels, double value, long count) {
        table.add(new MetricPoint(name, labels, value, count, 0L, 1_000L));
    }
}
