// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package org.apache.flink.metrics.prometheus;

import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Flink's Prometheus reporter, on loopback only. The one that Flink ships listens on every interface and has no setting for
 * it; this one stands in its package because the registry to serve is visible there alone.
 */
public final class LoopbackPrometheusReporterFactory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties settings) {
        return new Reporter(Integer.parseInt(settings.getProperty("port")));
    }

    private static final class Reporter extends AbstractPrometheusReporter {
        private final HTTPServer server;

        private Reporter(int port) {
            try {
                server = new HTTPServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), registry, true);
            } catch (IOException e) {
                throw new UncheckedIOException("metrics cannot be served on loopback port " + port, e);
            }
        }

        @Override
        public void close() {
            server.stop();
            super.close();
        }
    }
}
