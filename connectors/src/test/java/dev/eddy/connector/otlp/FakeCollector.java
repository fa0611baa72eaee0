// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/** Takes spans as a collector of OpenTelemetry does, and answers the first requests otherwise where it is told to. Thread-safe. */
public final class FakeCollector implements AutoCloseable {
    private final HttpServer server;
    private final AtomicInteger refusals;
    private final int refusal;
    private final ConcurrentLinkedQueue<Span> spans = new ConcurrentLinkedQueue<>();

    public FakeCollector() throws IOException {
        this(0, 200);
    }

    /** @param refusal the status of the first answers, so many as refusals */
    FakeCollector(int refusals, int refusal) throws IOException {
        this.refusals = new AtomicInteger(refusals);
        this.refusal = refusal;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
            ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body);
            if (refusals.getAndDecrement() > 0) {
                exchange.sendResponseHeaders(refusal, -1);
                return;
            }
            request.getResourceSpansList()
                    .forEach(resource ->
                            resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList())));
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    /** All that were taken, in order of arrival. */
    public List<Span> spans() {
        return List.copyOf(spans);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
