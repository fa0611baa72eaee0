// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.connector.http.AllowedAddresses;
import dev.eddy.connector.http.Deadlines;
import dev.eddy.connector.http.HttpAnswer;
import dev.eddy.connector.http.HttpCall;
import dev.eddy.connector.http.HttpClientSettings;
import dev.eddy.connector.http.HttpExchanges;
import dev.eddy.connector.http.HttpRefusal;
import dev.eddy.effect.CallChain;
import dev.eddy.effect.PictureWorkers;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.util.Timeout;

/**
 * Reads pages of the web, from where the settings allow and robots may go; each redirect is held to the same. Futures fail with a
 * {@link PortException}, at the latest after a page's deadline; cancelling one ends the exchange. Thread-safe.
 */
final class PageReader implements AutoCloseable {
    private static final List<String> HTML = List.of("text/html", "application/xhtml+xml");
    private static final int ROBOTS_REDIRECTS = 5;
    private static final int THREADS = 2;
    /** Of all pages that are kept: about 32 MB. */
    private static final long KEPT_LETTERS = 16 << 20;

    private static final Duration KEPT_FOR = Duration.ofMinutes(10);

    private final SearxngSettings settings;
    private final AllowedAddresses allowed;
    private final HttpExchanges exchanges;
    private final Politeness politeness;
    private final PictureWorkers workers = new PictureWorkers(THREADS);
    private final Cache<URI, PageText> kept = Caffeine.newBuilder()
            .maximumWeight(KEPT_LETTERS)
            .weigher((URI uri, PageText page) -> page.letters())
            .expireAfterWrite(KEPT_FOR)
            .executor(Runnable::run)
            .build();

    /** @param names looks hosts up */
    PageReader(SearxngSettings settings, DnsResolver names) {
        this.settings = settings;
        allowed = new AllowedAddresses("page", settings.hosts(), settings.schemes());
        exchanges = new HttpExchanges(new HttpClientSettings(
                "page-reader",
                settings.robot(),
                settings.connections(),
                settings.connections(),
                settings.page(),
                names,
                Optional.empty(),
                ROBOTS_REDIRECTS,
                allowed));
        politeness = new Politeness(settings, exchanges);
    }

    /** A page, or what it said when it was read some minutes ago. */
    CompletableFuture<PageText> read(URI uri) {
        PageText known = kept.getIfPresent(uri);
        return known == null ? fetch(uri) : CompletableFuture.completedFuture(known);
    }

    private CompletableFuture<PageText> fetch(URI uri) {
        CallChain<PageText> chain = new CallChain<>();
        return Deadlines.within(
                chain.of(read(chain, uri, settings.redirects()).thenApply(page -> {
                    kept.put(uri, page);
                    return page;
                })),
                settings.page(),
                () -> new PortException(
                        EffectStatus.TIMEOUT,
                        "page '" + uri + "' did not come within the "
                                + settings.page().toMillis() + " ms of the setting 'page-deadline-ms'"));
    }

    private CompletableFuture<PageText> read(CallChain<PageText> chain, URI uri, int redirects) {
        HttpCall call;
        try {
            call = call(allowed.check(uri.toString()));
        } catch (PortException e) {
            return CompletableFuture.failedFuture(e);
        }
        return politeness
                .turn(uri)
                .thenCompose(turn -> chain.call(() -> exchanges.make(call)))
                .thenCompose(answer -> workers.submit(call.what(), () -> text(answer, call.what(), uri)))
                .exceptionallyCompose(failure -> moved(failure)
                        .map(to -> follow(chain, uri, to, redirects))
                        .orElseGet(() -> CompletableFuture.failedFuture(failure)));
    }

    private HttpCall call(URI uri) {
        SimpleHttpRequest request = SimpleRequestBuilder.get(uri)
                .setHeader("Accept", String.join(", ", HTML))
                .build();
        Timeout page = Timeout.of(settings.page());
        request.setConfig(RequestConfig.custom()
                .setConnectionRequestTimeout(page)
                .setResponseTimeout(page)
                .setRedirectsEnabled(false)
                .build());
        return new HttpCall("page '" + uri + "'", request, settings.maxBytes(), settings.page());
    }

    private static PageText text(HttpAnswer answer, String what, URI uri) {
        if (!HTML.contains(answer.contentType())) {
            throw new PortException(
                    EffectStatus.INVALID, what + " is '" + answer.contentType() + "', expected one of " + HTML);
        }
        PageText text = PageText.of(answer.body(), answer.charset().orElse(null), uri);
        if (text.sentences().isEmpty()) {
            throw new PortException(EffectStatus.INVALID, what + " has no text");
        }
        return text;
    }

    private static Optional<String> moved(Throwable failure) {
        return SearxngEngine.typed(failure)
                .map(Throwable::getCause)
                .filter(HttpRefusal.class::isInstance)
                .map(HttpRefusal.class::cast)
                .filter(refusal -> refusal.code() / 100 == 3)
                .flatMap(HttpRefusal::location);
    }

    private CompletableFuture<PageText> follow(CallChain<PageText> chain, URI from, String to, int redirects) {
        if (redirects == 0) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.REJECTED,
                    "page '" + from + "' leads on after " + settings.redirects() + " redirects (setting 'redirects')"));
        }
        try {
            return read(chain, from.resolve(to), redirects - 1);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.REJECTED, "page '" + from + "' leads to '" + to + "', which is no address", e));
        }
    }

    @Override
    public void close() {
        exchanges.close();
        workers.close();
    }
}
