// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.eddy.console.board.Board;
import dev.eddy.console.board.TopicFeed;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.port.BlobStore;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the page: its files, its data as JSON, and pictures. Reads only; everything it shows comes from the topics and the
 * blob store. Thread-safe.
 */
public final class PageServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
    private static final int THREADS = 4;
    private static final String HEALTH = "/healthz";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Resource-Policy", "same-origin");

    static {
        // Seconds; the JDK's server has no other way, and reads them once. A client that stalls would keep a thread for
        // ever.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
    }

    private final HttpServer server;
    private final ExecutorService executor;
    private final TopicFeed feed;
    private final Access access;
    private final Assets assets = new Assets();
    private final Pictures pictures;
    private final Api api;

    private PageServer(Options options, Properties client, BlobStore blobs) throws IOException {
        access = Access.of(options.bind(), options.token());
        server = bind(options);
        executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "eddy-page");
            thread.setDaemon(true);
            return thread;
        });
        Board board = new Board(Clock.systemUTC(), options.keptTrajectories());
        feed = TopicFeed.start(client, board);
        pictures = new Pictures(blobs);
        api = new Api(client, board, feed, blobs, options.run(), options.tokenizers());
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * @param port 0 takes a free one
     * @param token asked of readers where the address is no loopback one; null there only
     * @param keptTrajectories how many recent trajectories to list, a policy and purpose
     * @param run folder of the local run whose topics are shown; null where they are of other brokers
     * @param tokenizers trajectories written with others are shown as numbers
     */
    public record Options(
            InetAddress bind, int port, String token, int keptTrajectories, Path run, Tokenizers tokenizers) {}

    /**
     * Starts serving; the topics must exist.
     *
     * @param client how to reach the brokers
     * @param blobs where pictures are; stays the caller's to close
     * @throws IOException naming the setting to change if the port is taken
     */
    public static PageServer start(Options options, Properties client, BlobStore blobs) throws IOException {
        return new PageServer(options, client, blobs);
    }

    /** Where a browser finds it. */
    public URI address() {
        InetAddress bound = server.getAddress().getAddress();
        String host = bound.isAnyLocalAddress() ? "localhost" : bound.getHostAddress();
        boolean six = bound instanceof Inet6Address && !bound.isAnyLocalAddress();
        return URI.create("http://" + (six ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort() + "/");
    }

    private static HttpServer bind(Options options) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(options.bind(), options.port()), 0);
        } catch (BindException e) {
            throw new IOException(
                    "the page cannot listen on " + options.bind().getHostAddress() + ":" + options.port() + " ("
                            + e.getMessage() + "); set page.port to a free port, or 0 to take any",
                    e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply;
            try {
                reply = reply(exchange);
            } catch (IllegalArgumentException e) {
                reply = Reply.text(400, "this address cannot be read");
            } catch (RuntimeException e) {
                LOG.warn(
                        "the page's server failed at {}",
                        exchange.getRequestURI().getPath(),
                        e);
                reply = Reply.text(500, "failed; the log says why");
            }
            send(exchange, reply);
        }
    }

    private Reply reply(HttpExchange exchange) {
        if (!exchange.getRequestMethod().equals("GET")) {
            return Reply.text(405, "this page only reads");
        }
        Request request = Request.of(exchange);
        if (request.path().equals(HEALTH)) {
            return health();
        }
        Optional<Reply> stopped = access.check(request, exchange.getRequestHeaders());
        if (stopped.isPresent()) {
            return stopped.get();
        }
        if (request.path().startsWith("/api/")) {
            return api.get(request);
        }
        if (Pictures.handles(request.path())) {
            return pictures.get(request.path());
        }
        return assets.find(request.path()).orElseGet(() -> Reply.text(404, "there is nothing here"));
    }

    /** For probes, which know neither token nor host name: says no more than whether the topics are read. */
    private Reply health() {
        return feed.isLive() ? Reply.text(200, "live") : Reply.text(503, "the topics are not read");
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", reply.type());
        ALWAYS.forEach(headers::set);
        reply.headers().forEach(headers::set);
        exchange.sendResponseHeaders(reply.status(), reply.content().length == 0 ? -1 : reply.content().length);
        exchange.getResponseBody().write(reply.content());
    }

    @Override
    public void close() throws InterruptedException {
        server.stop(0);
        executor.shutdownNow();
        feed.close();
    }
}
