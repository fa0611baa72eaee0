// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.http.PublicAddresses;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hc.client5.http.DnsResolver;

/**
 * A search engine and the pages that it finds, all on one port of the loopback. The pages' host is {@link #HOST}, a name that leads
 * here; all other names are looked up as the settings say.
 */
final class FakeWeb implements AutoCloseable {
    static final String HOST = "site.test";

    final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, HttpHandler> handlers = new ConcurrentHashMap<>();
    private final List<String> found = new CopyOnWriteArrayList<>();

    FakeWeb() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        on("/search", exchange -> send(exchange, 200, "application/json", results()));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Of a page. */
    String uri(String path) {
        return "http://" + HOST + ":" + port() + path;
    }

    /** One whose searches find the pages that were made known, in their order. */
    SearchEngine open(Map<String, String> others, Optional<SearchEngine> pictures) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "url",
                "http://127.0.0.1:" + port(),
                "hosts",
                "*, " + HOST + ":" + port() + ", 127.0.0.1:" + port(),
                "max-bytes",
                "100000",
                "delay-ms",
                "0"));
        settings.putAll(others);
        SearxngSettings read = SearxngSettings.of(new SettingsReader("the search engine", settings));
        return new SearxngEngine(read, pictures, new Names(), new Stores(Map.of()));
    }

    /** Makes a page known; or the engine's own answer, or the site's robots.txt. */
    void on(String path, HttpHandler handler) {
        if (handlers.put(path, handler) == null && !path.equals("/robots.txt") && !path.equals("/search")) {
            found.add(path);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        HttpHandler handler = handlers.get(path);
        if (handler == null) {
            send(exchange, 404, "text/html", "<p>There is nothing.");
        } else {
            handler.handle(exchange);
        }
    }

    void page(String path, String html) {
        on(path, exchange -> send(exchange, 200, "text/html; charset=utf-8", html));
    }

    static void send(HttpExchange exchange, int code, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String results() {
        ObjectNode answer = new ObjectMapper().createObjectNode();
        ArrayNode results = answer.putArray("results");
        for (String path : found) {
            results.addObject()
                    .put("url", uri(path))
                    .put("title", "Result " + path)
                    .put("publishedDate", "2025-03-01T00:00:00");
        }
        return answer.toString();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static final class Names implements DnsResolver {
        private final DnsResolver others = PublicAddresses.unless(false);

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return host.equals(HOST) ? new InetAddress[] {InetAddress.getLoopbackAddress()} : others.resolve(host);
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            return others.resolveCanonicalHostname(host);
        }
    }
}
