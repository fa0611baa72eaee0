// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.effect.PortGuard;
import dev.eddy.metric.catalogue.JobMetric;
import java.util.Collection;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** What a subtask tells about the ports whose calls it holds back, by port. */
public final class PortMetrics {
    private PortMetrics() {}

    public static void register(MetricGroup group, Collection<PortGuard> guards) {
        for (PortGuard guard : guards) {
            MetricGroup port = group.addGroup("port", guard.label());
            port.gauge(JobMetric.PORT_BREAKER_STATE.id(), (Gauge<Integer>) guard::breakerState);
            port.gauge(JobMetric.PORT_CONCURRENCY_LIMIT.id(), (Gauge<Integer>) guard::limit);
            port.gauge(JobMetric.PORT_CALLS_IN_FLIGHT.id(), (Gauge<Integer>) guard::inFlight);
            port.gauge(JobMetric.PORT_CALLS_WAITING.id(), (Gauge<Integer>) guard::waiting);
            port.gauge(JobMetric.PORT_CALLS_FAILED_TOTAL.id(), (Gauge<Long>) guard::failed);
            port.gauge(JobMetric.PORT_CALLS_RETRIED_TOTAL.id(), (Gauge<Long>) guard::retried);
            port.gauge(JobMetric.PORT_CALLS_REFUSED_TOTAL.id(), (Gauge<Long>) guard::refused);
        }
    }
}
