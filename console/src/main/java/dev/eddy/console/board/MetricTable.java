// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.MetricPoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The newest windows of each metric. Keeps the metrics last heard of. Not thread-safe. */
public final class MetricTable {
    private static final int MAX_METRICS = 4_000;
    private static final int MAX_WINDOWS = 60;

    private final Map<Metric, Windows> metrics = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Metric, Windows> eldest) {
            return size() > MAX_METRICS;
        }
    };

    private record Metric(String name, Map<String, String> labels) {}

    private static final class Windows {
        private final Deque<Double> values = new ArrayDeque<>();
        private long count;
        private long end;
    }

    void add(MetricPoint point) {
        Metric metric = new Metric(point.getName(), Map.copyOf(point.getLabels()));
        Windows windows = metrics.computeIfAbsent(metric, fresh -> new Windows());
        windows.values.addLast(point.getValue());
        if (windows.values.size() > MAX_WINDOWS) {
            windows.values.removeFirst();
        }
        windows.count = point.getCount();
        windows.end = point.getWindowEnd();
    }

    /**
     * One metric with its newest window.
     *
     * @param values of the newest windows, oldest first
     */
    record Figures(
            String name, Map<String, String> labels, double value, long count, long windowEnd, List<Double> values) {}

    List<Figures> figures() {
        List<Figures> all = new ArrayList<>();
        metrics.forEach((metric, windows) -> all.add(new Figures(
                metric.name(),
                new TreeMap<>(metric.labels()),
                windows.values.getLast(),
                windows.count,
                windows.end,
                List.copyOf(windows.values))));
        return all;
    }
}
