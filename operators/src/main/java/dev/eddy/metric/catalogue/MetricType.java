// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

/** What may be done with a metric's values. */
public enum MetricType {
    /** Only ever rises, but for restarts: use {@code rate} or {@code increase}. */
    COUNTER,
    GAUGE,
    /** Quantiles of one process over its newest values: not to be averaged. */
    SUMMARY,
    /** Cumulative buckets with the label {@code le}: sums over processes, for {@code histogram_quantile}. */
    HISTOGRAM
}
