// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import dev.eddy.agent.EffectValue.Snippets;
import dev.eddy.connector.search.SearxngSearch.Hit;
import dev.eddy.effect.CallChain;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Snippet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The pages of one search, read as many at once as are still wanted. One use. */
final class Reading {
    private static final int TITLE_LETTERS = 200;

    private final PageReader reader;
    private final CallChain<Snippets> chain;
    private final String query;
    private final List<Hit> hits;
    private final int limit;
    private final SearxngSettings settings;
    private final long end;
    private final List<Snippet> found = new ArrayList<>();
    private PortException first;

    /**
     * @param chain ends what is under way
     * @param end of the search, by {@link System#nanoTime}
     */
    Reading(
            PageReader reader,
            CallChain<Snippets> chain,
            String query,
            List<Hit> hits,
            int limit,
            SearxngSettings settings,
            long end) {
        this.reader = reader;
        this.chain = chain;
        this.query = query;
        this.hits = hits;
        this.limit = limit;
        this.settings = settings;
        this.end = end;
    }

    /** In the order of the hits. */
    CompletableFuture<List<Snippet>> snippets() {
        return from(0);
    }

    private CompletableFuture<List<Snippet>> from(int next) {
        boolean over = next > 0 && end - System.nanoTime() < settings.page().toNanos();
        if (found.size() == limit || next == hits.size() || over) {
            return found.isEmpty() && first != null
                    ? CompletableFuture.failedFuture(first)
                    : CompletableFuture.completedFuture(found);
        }
        int until = Math.min(hits.size(), next + limit - found.size());
        List<CompletableFuture<Snippet>> pages = hits.subList(next, until).stream()
                .map(hit -> chain.call(() -> reader.read(hit.uri())).thenApply(page -> snippet(hit, page)))
                .toList();
        return CompletableFuture.allOf(pages.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> null)
                .thenCompose(done -> {
                    pages.forEach(this::take);
                    return from(until);
                });
    }

    private void take(CompletableFuture<Snippet> page) {
        try {
            found.add(page.join());
        } catch (CompletionException failed) {
            PortException why = SearxngEngine.typed(failed).orElseThrow(() -> failed);
            first = first == null ? why : first;
        }
    }

    private Snippet snippet(Hit hit, PageText page) {
        String title = page.title().isEmpty() ? hit.title() : page.title();
        title = title.substring(0, Math.min(TITLE_LETTERS, title.length()));
        String date = page.date() == null ? hit.date() : page.date();
        String text = Extract.of(page.sentences(), query, settings.words());
        String shown = hit.uri().getHost() + "\n" + title + "\n" + date + "\n" + text;
        return Snippet.newBuilder()
                .setSource(hit.uri().getHost())
                .setTitle(title)
                .setText(text)
                .setDate(date)
                .setSha256(Sha256.hex(shown.getBytes(StandardCharsets.UTF_8)))
                .build();
    }
}
