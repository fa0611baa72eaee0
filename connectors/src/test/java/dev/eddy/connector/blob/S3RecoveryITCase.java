// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import static dev.eddy.port.PortFailures.assertFails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An S3 that has bad moments: each costs a call at most its deadline, and none is felt once it is over. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class S3RecoveryITCase {
    private static final byte[] BLOB = "what a run was shown".getBytes(UTF_8);
    private static final byte[] OTHER = "what it said".getBytes(UTF_8);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;
    private volatile HttpHandler mood = S3RecoveryITCase::serve;
    private BlobStore store;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(threads);
        server.createContext("/", exchange -> mood.handle(exchange));
        server.start();
        FileSystem.initialize(
                Configuration.fromMap(Map.of(
                        "s3.endpoint", "http://127.0.0.1:" + server.getAddress().getPort(),
                        "s3.path-style-access", "true",
                        "s3.region", "us-east-1",
                        "s3.access-key", "eddy",
                        "s3.secret-key", "eddy-secret",
                        "s3.socket.timeout", "1 s", // what is left of a call that nobody waits for
                        "s3.retry.max-num-retries", "1")),
                null);
        store = new FileBlobStore.Factory()
                .open(Map.of("path", "s3://eddy/x", "deadline-ms", "2000", "threads", "2", "cache.bytes", "1"));
    }

    @AfterEach
    void stop() {
        over.countDown();
        store.close();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void oneThatSaysNothing() {
        survives(this::mute, EffectStatus.TIMEOUT, "'deadline-ms'");
    }

    @Test
    void oneThatDawdles() {
        survives(this::dawdle, EffectStatus.TIMEOUT, "'deadline-ms'");
    }

    @Test
    void oneThatForbids() {
        survives(exchange -> answer(exchange, 403, "AccessDenied"), EffectStatus.UNAVAILABLE, "403");
    }

    @Test
    void oneThatIsFull() {
        survives(exchange -> answer(exchange, 507, "InsufficientStorage"), EffectStatus.UNAVAILABLE, "507");
    }

    @Test
    void oneThatCutsConnections() {
        survives(HttpExchange::close, EffectStatus.UNAVAILABLE, "s3://eddy/x");
    }

    /** More calls than the store has threads fail as they should, and then it serves again. */
    private void survives(HttpHandler bad, EffectStatus status, String message) {
        mood = bad;
        for (int call = 0; call < 3; call++) {
            assertFails(store.get(Sha256.hex(BLOB)), status).hasMessageContaining(message);
            assertFails(store.put(OTHER), status).hasMessageContaining(message);
        }
        mood = S3RecoveryITCase::serve;
        over.countDown();

        assertThat(patiently()).isEqualTo(BLOB);
    }

    /** What still waits for the bad answer may take both threads for a second or two. */
    private byte[] patiently() {
        while (true) {
            try {
                return store.get(Sha256.hex(BLOB)).join();
            } catch (CompletionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                PortException.class,
                                failure -> assertThat(failure.status()).isEqualTo(EffectStatus.TIMEOUT));
            }
        }
    }

    private void mute(HttpExchange exchange) throws IOException {
        await(Long.MAX_VALUE);
        exchange.close();
    }

    /** A byte every quarter of a second: no timeout of a socket ends that. */
    private void dawdle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("GET")) {
            exchange.sendResponseHeaders(200, BLOB.length);
            try (OutputStream body = exchange.getResponseBody()) {
                for (byte one : BLOB) {
                    body.write(one);
                    body.flush();
                    await(250);
                }
            }
        } else if (exchange.getRequestMethod().equals("HEAD")) {
            serve(exchange);
        } else {
            mute(exchange);
        }
    }

    private void await(long millis) {
        try {
            over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has the one blob. */
    private static void serve(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestURI().getPath().endsWith("/" + Sha256.hex(BLOB))) {
            answer(exchange, 404, "NoSuchKey");
            return;
        }
        exchange.getResponseHeaders().add("ETag", "\"1\"");
        exchange.getResponseHeaders().add("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().add("Content-Length", Integer.toString(BLOB.length));
        }
        exchange.sendResponseHeaders(200, head ? -1 : BLOB.length);
        try (OutputStream body = exchange.getResponseBody()) {
            if (!head) {
                body.write(BLOB);
            }
        }
    }

    private static void answer(HttpExchange exchange, int code, String error) throws IOException {
        byte[] body = ("<Error><Code>" + error + "</Code></Error>").getBytes(UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(code, head ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            if (!head) {
                out.write(body);
            }
        }
    }
}
