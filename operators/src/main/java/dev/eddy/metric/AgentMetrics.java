// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.List;

/**
 * What one agent's stats mean beyond their own means. Found through {@link java.util.ServiceLoader}; an agent without has the
 * mean of each of its stats all the same.
 */
public interface AgentMetrics {
    String agent();

    List<DerivedMetric> derived();

    /** What each of its stats, reward components ({@code reward.<name>}) and derived figures is, for the catalogue of metrics. */
    default List<FigureInfo> figures() {
        return List.of();
    }

    /** What steps of its policies' trainer tell beside what all steps tell. */
    default List<FigureInfo> stepFigures() {
        return List.of();
    }
}
