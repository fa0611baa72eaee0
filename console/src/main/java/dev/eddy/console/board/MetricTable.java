// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.MetricPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The newest points of each metric: one a policy version where the metric has versions, one a window otherwise. Keeps the
 * metrics last heard of. Not thread-safe.
 */
public final class MetricTable {
    private static final String VERSION = "policyVersion";
    private static final int MAX_METRICS = 2_000;
    private static final int MAX_POINTS = 60;

    private final Map<Metric, List<Point>> metrics = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Metric, List<Point>> eldest) {
            return size() > MAX_METRICS;
        }
    };

    private record Metric(String name, Map<String, String> labels) {}

    /** Windows of one version come together as their mean, weighted by what they count. */
    private record Point(String version, double value, long count, long windowEnd) {
        private Point with(MetricPoint window) {
            long both = count + window.getCount();
            double mean =
                    both == 0 ? window.getValue() : (value * count + window.getValue() * window.getCount()) / both;
            return new Point(version, mean, both, Math.max(windowEnd, window.getWindowEnd()));
        }
    }

    void add(MetricPoint window) {
        Map<String, String> labels = new TreeMap<>(window.getLabels());
        String version = labels.remove(VERSION);
        List<Point> points =
                metrics.computeIfAbsent(new Metric(window.getName(), Map.copyOf(labels)), fresh -> new ArrayList<>());
        int known = version == null ? -1 : lastOf(points, version);
        if (known >= 0) {
            points.set(known, points.get(known).with(window));
            return;
        }
        points.add(new Point(version, window.getValue(), window.getCount(), window.getWindowEnd()));
        if (points.size() > MAX_POINTS) {
            points.remove(0);
        }
    }

    private static int lastOf(List<Point> points, String version) {
        int at = points.size() - 1;
        while (at >= 0 && !version.equals(points.get(at).version())) {
            at--;
        }
        return at;
    }

    /**
     * One metric.
     *
     * @param version the newest point's; null where the metric has none
     * @param values of the newest points, oldest first
     */
    public record Figures(
            String name,
            Map<String, String> labels,
            String version,
            double value,
            long count,
            long windowEnd,
            List<Double> values) {}

    List<Figures> figures() {
        List<Figures> all = new ArrayList<>();
        metrics.forEach((metric, points) -> {
            Point newest = points.get(points.size() - 1);
            all.add(new Figures(
                    metric.name(),
                    new TreeMap<>(metric.labels()),
                    newest.version(),
                    newest.value(),
                    newest.count(),
                    newest.windowEnd(),
                    points.stream().map(Point::value).toList()));
        });
        return all;
    }
}
