// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import dev.eddy.connector.http.HttpCall;
import dev.eddy.connector.http.HttpExchanges;
import dev.eddy.connector.http.HttpRefusal;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;

/**
 * Whether and when a page may be asked for: what its site's robots.txt says (RFC 9309), and one page of a host after another, with
 * pauses. Where robots.txt cannot be had for a failure of the site's, nothing of it may be asked for; where there is none, all may.
 * Thread-safe; the exchanges stay their owner's.
 */
final class Politeness {
    private static final int SITES = 10_000;
    private static final Duration KNOWN_FOR = Duration.ofHours(1);
    /** As many as a robot must read (RFC 9309, 2.5). */
    private static final int ROBOTS_BYTES = 500 << 10;

    private final SearxngSettings settings;
    private final HttpExchanges exchanges;
    private final Cache<String, CompletableFuture<BaseRobotRules>> rules = Caffeine.newBuilder()
            .maximumSize(SITES)
            .expireAfterWrite(KNOWN_FOR)
            .executor(Runnable::run)
            .build();
    /** When a host may be asked again, by {@link System#nanoTime}. */
    private final Cache<String, AtomicLong> turns = Caffeine.newBuilder()
            .expireAfterAccess(KNOWN_FOR)
            .executor(Runnable::run)
            .build();

    Politeness(SearxngSettings settings, HttpExchanges exchanges) {
        this.settings = settings;
        this.exchanges = exchanges;
    }

    /** Completes when the page may be asked for; fails with REJECTED where it may not, UNAVAILABLE where its turn is too far away. */
    CompletableFuture<Void> turn(URI page) {
        String site = page.getScheme() + "://" + page.getRawAuthority();
        return rules.asMap()
                .compute(
                        site.toLowerCase(Locale.ROOT),
                        (key, known) -> known == null || known.isCompletedExceptionally() ? fetch(key) : known)
                .thenCompose(said -> {
                    if (!said.isAllowed(page.toString())) {
                        throw new PortException(
                                EffectStatus.REJECTED,
                                "page '" + page + "' may not be read, says its site's robots.txt");
                    }
                    long asked = TimeUnit.MILLISECONDS.toNanos(Math.max(0, said.getCrawlDelay()));
                    return after(pause(page, Math.max(asked, settings.delay().toNanos())));
                });
    }

    private CompletableFuture<BaseRobotRules> fetch(String site) {
        URI uri = URI.create(site + "/robots.txt");
        HttpCall call = new HttpCall(
                "page '" + uri + "'", SimpleRequestBuilder.get(uri).build(), ROBOTS_BYTES, settings.page());
        SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
        return exchanges.make(call).handle((answer, failure) -> {
            if (failure == null) {
                return parser.parseContent(uri.toString(), answer.body(), "text/plain", List.of(settings.product()));
            }
            if (failure instanceof PortException refused
                    && refused.status() == EffectStatus.REJECTED
                    && refused.getCause() instanceof HttpRefusal refusal) {
                return parser.failedFetch(refusal.code());
            }
            throw new CompletionException(failure);
        });
    }

    /** Takes the host's next turn. */
    private long pause(URI page, long delay) {
        long now = System.nanoTime();
        AtomicLong turn = turns.get(page.getRawAuthority().toLowerCase(Locale.ROOT), host -> new AtomicLong(now));
        long free = turn.getAndUpdate(next -> {
            if (next - now > settings.page().toNanos()) {
                throw new PortException(
                        EffectStatus.UNAVAILABLE,
                        "page '" + page + "' is not read: others of its host wait for their turns, one in "
                                + TimeUnit.NANOSECONDS.toMillis(delay) + " ms (setting 'delay-ms', or its robots.txt)");
            }
            return (next - now > 0 ? next : now) + delay;
        });
        return Math.max(0, free - now);
    }

    private static CompletableFuture<Void> after(long nanos) {
        return nanos == 0
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(
                        () -> {}, CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run));
    }
}
