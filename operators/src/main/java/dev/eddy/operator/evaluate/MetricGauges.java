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
 * version, of which there is no end; a series of runs has that as a figure. The number of gauges is bounded; figures beyond it are on the topic only.
 */
final class MetricGauges {
    static final int MOST = 5_000;
    private static final String VERSION = "policyVersion";
    /** A series of runs has this figure once a window; the version that is shown beside it is that of the others. */
    private static final String OF_EVERY_WINDOW = "trajectories";

    private final MetricGroup group;
    private final Map<String, Shown> shown = new HashMap<>();

    MetricGauges(MetricGroup group) {
        this.group = group;
    }

    void show(MetricPoint point) {
        Map<String, String> labels = new TreeMap<>(point.getLabels());
        long version = Long.parseLong(labels.getOrDefault(VERSION, "0"));
        labels.remove(VERSION);
        show(point.getName(), labels, point.getWindowEnd(), version, point.getValue());
        if (point.getName().equals(OF_EVERY_WINDOW)) {
            show(VERSION, labels, point.getWindowEnd(), version, version);
        }
    }

    private void show(String name, Map<String, String> labels, long windowEnd, long version, double value) {
        String key = name + labels;
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
            labelled.gauge(name.replace('.', '_'), gauge);
        }
        gauge.update(windowEnd, version, value);
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
