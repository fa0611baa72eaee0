// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.MetricPoint;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

class MetricGaugesTest {
    private final Map<String, Gauge<?>> registered = new HashMap<>();
    private final MetricGauges gauges = new MetricGauges(new Recording(""));

    @Test
    void aFigureIsOneGaugeWhateverTheVersion() {
        gauges.show(point("accuracy", "1", 0.4, 1_000));
        gauges.show(point("accuracy", "2", 0.6, 1_000));
        gauges.show(point("accuracy", "1", 0.1, 1_000));

        assertThat(registered).containsOnlyKeys("agent=acticl/accuracy");
        assertThat(registered.get("agent=acticl/accuracy").getValue()).isEqualTo(0.6);
    }

    @Test
    void aLaterWindowReplacesTheValue() {
        gauges.show(point("trainer.loss", "2", 0.6, 1_000));
        gauges.show(point("trainer.loss", "1", 0.5, 2_000));

        assertThat(registered.get("agent=acticl/trainer_loss").getValue()).isEqualTo(0.5);
    }

    @Test
    void aSeriesOfRunsShowsItsVersion() {
        gauges.show(point("trajectories", "1", 8, 1_000));
        gauges.show(point("trajectories", "2", 8, 2_000));

        assertThat(registered.get("agent=acticl/policyVersion").getValue()).isEqualTo(2.0);
    }

    @Test
    void thereAreNoMoreGaugesThanTheBound() {
        for (int i = 0; i <= MetricGauges.MOST; i++) {
            gauges.show(point("figure" + i, "1", i, 1_000));
        }

        assertThat(registered).hasSize(MetricGauges.MOST);
    }

    private static MetricPoint point(String name, String version, double value, long windowEnd) {
        return MetricPoint.newBuilder()
                .setName(name)
                .setLabels(Map.of("agent", "acticl", "policyVersion", version))
                .setValue(value)
                .setWindowEnd(windowEnd)
                .build();
    }

    /** Remembers gauges by the labels and the name that they are registered under. */
    private final class Recording extends UnregisteredMetricsGroup {
        private final String path;

        private Recording(String path) {
            this.path = path;
        }

        @Override
        public MetricGroup addGroup(String key, String value) {
            return new Recording(path + key + "=" + value + "/");
        }

        @Override
        public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            registered.put(path + name, gauge);
            return gauge;
        }
    }
}
