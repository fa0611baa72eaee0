// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import dev.eddy.schemas.MetricPoint;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * Shows the newest value of every figure as a Flink metric, for Prometheus and the like: by its labels without the policy
 * version, of which there is no end. The number of gauges is bounded; figures beyond it are on the topic only.
 */
final class MetricGauges {
    static final int MOST = 5_000;
    private static final String VERSION = "policyVersion";

    private final MetricGroup group;
    private final Map<String, Shown> shown = new HashMap<>();

    MetricGauges(MetricGroup group) {
        this.group = group;
    }

    void show(MetricPoint point) {
        TreeMap<String, String> labels = new TreeMap<>(point.getLabels());
        long version = Long.parseLong(labels.getOrDefault(VERSION, "0"));
        labels.remove(VERSION);
        String key = point.getName() + labels;
        Shown gauge = shown.get(key);
        if (gauge == null) {
            if (shown.size() == MOST) {
                return;
            }
            gauge = new Shown();
            shown.put(key, gauge);
            MetricGroup labelled = group;
            for (Map.Entry<String, String> label : labels.entrySet()) {
                labelled = labelled.addGroup(label.getKey(), label.getValue());
            }
            labelled.gauge(point.getName().replace('.', '_'), gauge);
        }
        gauge.update(point.getWindowEnd(), version, point.getValue());
    }

    /** Written by the task, read by reporters. */
    private static final class Shown implements Gauge<Double> {
        private long windowEnd = Long.MIN_VALUE;
        private long version = Long.MIN_VALUE;
        private volatile double value;

        private void update(long newWindowEnd, long newVersion, double newValue) {
            if (newWindowEnd > windowEnd || newVersion >= version) {
                windowEnd = newWindowEnd;
                version = newVersion;
                value = newValue;
            }
        }

        @Override
        public Double getValue() {
            return value;
        }
    }
}
