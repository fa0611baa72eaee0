// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What an {@link AskedModel} asks: keeps a log of its calls and answers each when it is told to. */
final class ModelServer implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final HttpServer server;
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Call> waiting = new LinkedBlockingQueue<>();

    /** One that waits for its answer. */
    record Call(String requestId, HttpExchange exchange) {
        void answer(String text) {
            byte[] body = text.getBytes(UTF_8);
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    ModelServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String requestId = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            log.add(requestId);
            waiting.add(new Call(requestId, exchange));
        });
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The next call; waits for it. */
    Call next() throws InterruptedException {
        Call call = waiting.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (call == null) {
            throw new IllegalStateException("no call in " + PATIENCE_SECONDS + " s after " + log);
        }
        return call;
    }

    /** The next call if there is one now; null otherwise. */
    Call nextNow() {
        return waiting.poll();
    }

    /** Request ids of all calls, in their order. */
    List<String> log() {
        return List.copyOf(log);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
