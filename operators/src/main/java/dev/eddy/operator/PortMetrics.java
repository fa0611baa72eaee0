// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.effect.PortGuard;
import java.util.Collection;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** What a subtask tells about the ports whose calls it holds back, by port. */
public final class PortMetrics {
    private PortMetrics() {}

    public static void register(MetricGroup group, Collection<PortGuard> guards) {
        for (PortGuard guard : guards) {
            MetricGroup port = group.addGroup("port", guard.label());
            port.gauge("port_breaker_state", (Gauge<Integer>) guard::breakerState);
            port.gauge("port_concurrency_limit", (Gauge<Integer>) guard::limit);
            port.gauge("port_calls_in_flight", (Gauge<Integer>) guard::inFlight);
            port.gauge("port_calls_waiting", (Gauge<Integer>) guard::waiting);
            port.gauge("port_calls_failed_total", (Gauge<Long>) guard::failed);
            port.gauge("port_calls_retried_total", (Gauge<Long>) guard::retried);
            port.gauge("port_calls_refused_total", (Gauge<Long>) guard::refused);
        }
    }
}
