// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import java.util.List;

/**
 * One metric.
 *
 * @param name as Prometheus has it
 * @param unit such as {@code seconds}, {@code bytes}, {@code ratio}: 0 to 1; or what is counted
 * @param labels beside those that every metric of its source has
 */
public record MetricInfo(
        MetricSource source, String name, MetricType type, String unit, List<String> labels, String meaning) {
    public MetricInfo {
        labels = List.copyOf(labels);
    }
}
