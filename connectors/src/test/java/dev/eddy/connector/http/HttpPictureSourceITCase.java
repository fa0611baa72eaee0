// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.eddy.effect.CallOutcome;
import dev.eddy.port.PictureSource;
import dev.eddy.port.Ports;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPictureSourceITCase {
    private static final byte[] PICTURE = "a picture".getBytes(US_ASCII);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private PictureSource source;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        source = open(Map.of());
    }

    @AfterEach
    void stop() {
        source.close();
        server.stop(0);
        threads.shutdownNow();
    }

    /** One that may reach for the server, but where these settings say otherwise. */
    private PictureSource open(Map<String, String> others) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "hosts", "127.0.0.1:" + port() + ", localhost:" + port(),
                "schemes", "http,https",
                "private-addresses", "true",
                "max-bytes", "1000"));
        settings.putAll(others);
        return new HttpPictureSource.Factory().open(settings);
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private String serve(String path, HttpHandler handler) {
        server.createContext(path, handler);
        return "http://127.0.0.1:" + port() + path;
    }

    private static HttpHandler answer(int code, byte[] body) {
        return exchange -> {
            exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        };
    }

    private static HttpHandler redirect(String to) {
        return exchange -> {
            exchange.getResponseHeaders().set("Location", to);
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        };
    }

    @Test
    void aPictureComesAsItIsAlsoBehindARedirect() {
        String there = serve("/there", answer(200, PICTURE));

        assertThat(await(source.fetch(there))).isEqualTo(PICTURE);
        assertThat(await(source.fetch(serve("/moved", redirect("/there"))))).isEqualTo(PICTURE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"file:///etc/hostname", "ftp://127.0.0.1/a", "/etc/hostname", "http:///a", "not an address"})
    void whatIsNoAddressOfAnAllowedSchemeIsRejected(String uri) {
        assertFails(source.fetch(uri), EffectStatus.REJECTED).hasMessageContaining(uri);
    }

    @Test
    void aHostThatIsNotAllowedIsRejectedAndNotAskedAlsoByARedirect() {
        String elsewhere = "http://127.0.0.2:" + port() + "/a";

        assertFails(source.fetch(elsewhere), EffectStatus.REJECTED).hasMessageContaining("'hosts'");
        assertFails(source.fetch("http://u:p@127.0.0.1:" + port() + "/a"), EffectStatus.REJECTED);
        assertFails(source.fetch(serve("/out", redirect(elsewhere))), EffectStatus.REJECTED)
                .hasMessageContaining(elsewhere);
        assertFails(source.fetch(serve("/file", redirect("file:///etc/hostname"))), EffectStatus.REJECTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void anAddressThatIsNotPublicIsRejected(String host) {
        serve("/there", answer(200, PICTURE));
        PictureSource outside = open(Map.of("private-addresses", "false"));

        assertFails(outside.fetch("http://" + host + ":" + port() + "/there"), EffectStatus.REJECTED)
                .hasMessageContaining("private-addresses");
        outside.close();
    }

    @Test
    void redirectsWithoutAnEndEnd() {
        assertFails(source.fetch(serve("/round", redirect("/round"))), EffectStatus.REJECTED);
    }

    @Test
    void whatIsNotThereIsRejectedAndAServersOwnFailureIsItsUnavailability() {
        assertFails(source.fetch(serve("/404", answer(404, PICTURE))), EffectStatus.REJECTED)
                .hasMessageContaining("404");
        assertFails(source.fetch(serve("/503", answer(503, PICTURE))), EffectStatus.UNAVAILABLE);
        assertThat(await(source.fetch(serve("/after", answer(200, PICTURE)))))
                .as("the client goes on")
                .isEqualTo(PICTURE);
    }

    @Test
    void moreThanTheBoundIsRejectedWithoutWaitingForItsEnd() {
        CountDownLatch cut = new CountDownLatch(1);
        String endless = serve("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write(new byte[1 << 16]);
                }
            } catch (IOException e) {
                cut.countDown();
            }
        });

        assertFails(source.fetch(endless), EffectStatus.REJECTED).hasMessageContaining("'max-bytes'");
        assertThat(cut).satisfies(CountDownLatch::await);
    }

    @Test
    void aServerThatNeverAnswersOrNeverEndsCostsTheDeadline() {
        PictureSource hasty = open(Map.of("deadline-ms", "200"));
        CountDownLatch over = new CountDownLatch(1);
        String silent = serve("/silent", exchange -> waitFor(over, exchange));
        String slow = serve("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 500);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            waitFor(over, exchange);
        });

        assertFails(hasty.fetch(silent), EffectStatus.TIMEOUT).hasMessageContaining("deadline-ms");
        assertFails(hasty.fetch(slow), EffectStatus.TIMEOUT);
        over.countDown();
        hasty.close();
    }

    @Test
    void aFetchThatFindsEveryConnectionTakenWaitsNoLongerThanTheDeadline() throws Exception {
        PictureSource narrow = open(Map.of("deadline-ms", "2000", "connections", "1"));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        String silent = serve("/silent", exchange -> {
            asked.countDown();
            waitFor(over, exchange);
        });
        String there = serve("/there", answer(200, PICTURE));

        CompletableFuture<byte[]> first = narrow.fetch(silent);
        asked.await();
        CompletableFuture<byte[]> second = narrow.fetch(silent); // whichever has the connection is never answered
        assertFails(second, EffectStatus.TIMEOUT).hasMessageContaining("deadline-ms");
        assertFails(first, EffectStatus.TIMEOUT);

        assertThat(await(narrow.fetch(there))).isEqualTo(PICTURE);
        over.countDown();
        narrow.close();
    }

    private static void waitFor(CountDownLatch over, HttpExchange exchange) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    @Test
    void itIsGuardedAsRemoteAndOneHostOfSeveralSaysNothingOfTheOthers() throws Exception {
        try (Ports.Lease<PictureSource> lease =
                Ports.lease(PictureSource.class, "http", Map.of("hosts", "a.example"))) {
            assertThat(lease.remote()).isTrue();
        }
        String broken = serve("/broken", answer(503, PICTURE));
        PictureSource single = open(Map.of("hosts", "127.0.0.1:" + port()));

        assertThat(outcome(source.fetch(broken))).isEqualTo(CallOutcome.UNKNOWN);
        assertThat(outcome(single.fetch(broken))).isEqualTo(CallOutcome.FAILED);
        assertThat(outcome(single.fetch(serve("/thrown", answer(500, PICTURE)))))
                .isEqualTo(CallOutcome.FAILED);
        single.close();
    }

    private static CallOutcome outcome(CompletableFuture<byte[]> fetched) {
        return fetched.handle((bytes, failure) -> CallOutcome.of(failure, 0)).join();
    }

    @Test
    void aServerThatIsDownAndANameThatIsNotThereAreUnavailable() {
        server.stop(0);

        assertFails(source.fetch("http://127.0.0.1:" + port() + "/a"), EffectStatus.UNAVAILABLE);
        PictureSource named = open(Map.of("hosts", "pictures.invalid"));
        assertFails(named.fetch("http://pictures.invalid/a"), EffectStatus.UNAVAILABLE)
                .hasMessageContaining("pictures.invalid");
        named.close();
    }

    @Test
    void aCancelledFetchEndsTheExchange() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch cut = new CountDownLatch(1);
        String uri = serve("/drip", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            asked.countDown();
            try {
                while (true) {
                    exchange.getResponseBody().write(1);
                    exchange.getResponseBody().flush();
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                cut.countDown();
            }
        });
        PictureSource patient = open(Map.of("max-bytes", "1000000000"));

        await(patient.fetch(serve("/before", answer(200, PICTURE))));
        CompletableFuture<byte[]> fetch = patient.fetch(uri);
        asked.await();
        fetch.cancel(true);

        cut.await();
        patient.close();
    }

    @Test
    void aClosedSourceSaysSo() {
        source.close();

        assertFails(source.fetch("http://127.0.0.1:" + port() + "/a"), EffectStatus.UNAVAILABLE)
                .hasMessageContaining("closed");
    }

    @Test
    void isFoundByNameAndNamesTheSettingAtFault() {
        assertThatThrownBy(() -> Ports.lease(PictureSource.class, "http", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'hosts'");
        assertThatThrownBy(() -> Ports.lease(PictureSource.class, "http", Map.of("hosts", "a", "scheme", "http")))
                .hasMessageContaining("scheme");
    }
}
