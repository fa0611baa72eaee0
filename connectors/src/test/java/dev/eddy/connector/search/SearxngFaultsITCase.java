// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.eddy.port.SearchEngine;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Snippet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a search when the engine or a page is not as it should be. */
class SearxngFaultsITCase {
    private final CountDownLatch over = new CountDownLatch(1);
    private FakeWeb web;
    private SearchEngine engine;

    @BeforeEach
    void start() throws IOException {
        web = new FakeWeb();
        engine = web.open(Map.of(), Optional.empty());
    }

    @AfterEach
    void stop() {
        over.countDown();
        engine.close();
        web.close();
    }

    private void reopen(String... settings) throws IOException {
        engine.close();
        engine = web.open(
                settings.length == 2
                        ? Map.of(settings[0], settings[1])
                        : Map.of(settings[0], settings[1], settings[2], settings[3]),
                Optional.empty());
    }

    private CompletableFuture<?> search() {
        return engine.text("anything", 3);
    }

    private HttpHandler never() {
        return exchange -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
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
    void anEngineThatNeverAnswersCostsTheDeadline() throws IOException {
        web.on("/search", never());
        reopen("deadline-ms", "300");

        assertFails(search(), EffectStatus.TIMEOUT).hasMessageContaining("'deadline-ms'");
    }

    @Test
    void anEngineThatIsDownOrFailsIsUnavailableAndOneThatRefusesRejects() {
        web.on("/search", exchange -> FakeWeb.send(exchange, 429, "text/html", "Too many"));
        assertFails(search(), EffectStatus.UNAVAILABLE).hasMessageContaining("429");
        web.on("/search", exchange -> FakeWeb.send(exchange, 403, "text/html", "Forbidden"));
        assertFails(search(), EffectStatus.REJECTED).hasMessageContaining("403");
        web.on("/search", exchange -> FakeWeb.send(exchange, 200, "text/html", "<html>"));
        assertFails(search(), EffectStatus.INVALID).hasMessageContaining("search.formats");
        web.close();
        assertFails(search(), EffectStatus.UNAVAILABLE);
    }

    @Test
    void whereNothingIsFoundThereIsNothing() {
        assertThat(await(engine.text("anything", 3)).snippets()).isEmpty();
        assertThat(await(engine.text("!! ::", 3)).snippets()).isEmpty();
        assertThat(web.asked).containsExactly("/search");
    }

    @Test
    void aPageThatNeverAnswersCostsItsOwnDeadline() throws IOException {
        web.on("/silent", never());
        reopen("page-deadline-ms", "300");
        assertFails(search(), EffectStatus.TIMEOUT).hasMessageContainingAll("/silent", "'page-deadline-ms'");

        web.page("/other", "<p>Another page.");
        reopen("page-deadline-ms", "3000"); // that the other page keeps to, however busy the machine is
        List<Snippet> found = await(engine.text("anything", 3)).snippets();
        assertThat(found).extracting(Snippet::getText).containsExactly("Another page.");
    }

    @Test
    void aPageWithoutAnEndIsLeftAtTheBound() throws InterruptedException {
        CountDownLatch cut = new CountDownLatch(1);
        web.on("/endless", exchange -> endless(exchange, cut));

        assertFails(search(), EffectStatus.REJECTED).hasMessageContaining("'max-bytes'");
        assertThat(cut.await(1, TimeUnit.MINUTES)).isTrue();
    }

    private static void endless(HttpExchange exchange, CountDownLatch cut) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/html");
        exchange.sendResponseHeaders(200, 0);
        try {
            while (true) {
                exchange.getResponseBody().write(new byte[1 << 16]);
            }
        } catch (IOException e) {
            cut.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:PORT/secret", "http://localhost/secret", "http://169.254.169.254/secret"})
    void aPageThatLeadsInsideIsNotFollowed(String inside) {
        web.on("/out", redirect(inside.replace("PORT", Integer.toString(web.port()))));

        assertFails(search(), EffectStatus.REJECTED).hasMessageContaining("private-addresses");
        assertThat(web.asked).doesNotContain("/secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/hostname", "http://site.test:1/x", "http://[", "/out"})
    void aPageThatLeadsNowhereIsRejected(String to) {
        web.on("/out", redirect(to));

        assertFails(search(), EffectStatus.REJECTED);
    }

    @Test
    void aRedirectIsFollowedAndAskedForLikeAnyPage() {
        web.on("/robots.txt", exchange -> FakeWeb.send(exchange, 200, "text/plain", "User-agent: *\nDisallow: /no"));
        web.page("/yes", "<p>A page.");
        web.on("/moved", redirect("yes"));
        web.on("/lured", redirect("/no"));

        assertThat(await(engine.text("anything", 3)).snippets()).hasSize(2);
        assertThat(web.asked).doesNotContain("/no").containsOnlyOnce("/robots.txt");
    }

    @Test
    void whatRobotsMayNotReadIsNotRead() {
        web.page("/private/a", "<p>A page.");
        web.on(
                "/robots.txt",
                exchange -> FakeWeb.send(
                        exchange,
                        200,
                        "text/plain",
                        "User-agent: eddy\nDisallow: /private\n\nUser-agent: *\nAllow: /"));

        assertFails(search(), EffectStatus.REJECTED).hasMessageContaining("robots.txt");
        assertThat(web.asked).doesNotContain("/private/a");
    }

    @Test
    void aSiteThatCannotSayWhatRobotsMayReadIsNotRead() {
        web.page("/a", "<p>A page.");
        web.on("/robots.txt", exchange -> FakeWeb.send(exchange, 503, "text/plain", "Later"));

        assertFails(search(), EffectStatus.UNAVAILABLE).hasMessageContaining("robots.txt");
        assertThat(web.asked).doesNotContain("/a");
    }

    @Test
    void pagesOfAHostAreAskedForOneAfterAnother() throws IOException {
        long[] times = new long[2];
        for (int i = 0; i < 2; i++) {
            int page = i;
            web.on("/" + page, exchange -> {
                times[page] = System.nanoTime();
                FakeWeb.send(exchange, 200, "text/html", "<p>A page.");
            });
        }
        reopen("delay-ms", "300", "page-deadline-ms", "60000");

        assertThat(await(engine.text("anything", 3)).snippets()).hasSize(2);
        assertThat(Math.abs(times[1] - times[0])).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
    }

    @Test
    void whoWouldWaitTooLongForItsTurnDoesNotWait() throws IOException {
        web.on("/gone", exchange -> FakeWeb.send(exchange, 410, "text/html", "Gone."));
        reopen("delay-ms", "3600000");

        assertFails(search(), EffectStatus.REJECTED).hasMessageContaining("410");
        assertFails(search(), EffectStatus.UNAVAILABLE).hasMessageContaining("'delay-ms'");
        assertThat(web.asked).containsOnlyOnce("/gone");
    }

    @Test
    void whatIsNoHtmlOrHasNoTextIsInvalid() {
        web.on("/pdf", exchange -> FakeWeb.send(exchange, 200, "application/pdf", "%PDF"));
        assertFails(search(), EffectStatus.INVALID).hasMessageContaining("'application/pdf'");

        web.on("/pdf", exchange -> FakeWeb.send(exchange, 200, "text/html", "<script>x</script>"));
        assertFails(search(), EffectStatus.INVALID).hasMessageContaining("no text");
    }

    @Test
    void aCancelledSearchEndsWhatIsUnderWay() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch cut = new CountDownLatch(1);
        engine.close();
        engine = web.open(
                Map.of("max-bytes", "2000000000", "page-deadline-ms", "100000", "deadline-ms", "100000"),
                Optional.empty());
        web.on("/drip", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, 0);
            asked.countDown();
            try {
                while (true) {
                    exchange.getResponseBody().write(' ');
                    exchange.getResponseBody().flush();
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                cut.countDown();
            }
        });

        CompletableFuture<?> search = search();
        assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
        search.cancel(true);

        assertThat(cut.await(1, TimeUnit.MINUTES)).isTrue();
    }
}
