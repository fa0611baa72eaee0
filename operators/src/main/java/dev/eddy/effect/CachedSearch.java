// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.agent.EffectValue.Snippets;
import dev.eddy.port.ResultCache;
import dev.eddy.port.SearchEngine;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Answers searches from a cache where it can, and says so. A cache that fails is a miss: it never fails a search. Failed
 * searches are not kept. Cancelling a result cancels the engine's. Thread-safe.
 */
final class CachedSearch {
    private final SearchEngine engine;
    private final ResultCache cache;

    /** @param cache null for none */
    CachedSearch(SearchEngine engine, ResultCache cache) {
        this.engine = engine;
        this.cache = cache;
    }

    CompletableFuture<Snippets> text(String query, String question, int limit) {
        return search(new ResultCache.Key(query, question, limit), () -> engine.text(query, limit));
    }

    CompletableFuture<Snippets> images(Picture picture, int limit) {
        ResultCache.Key key = new ResultCache.Key(picture.getSha256(), null, limit);
        return search(key, () -> engine.images(picture, limit));
    }

    private CompletableFuture<Snippets> search(ResultCache.Key key, Supplier<CompletableFuture<Snippets>> ask) {
        if (cache == null) {
            return ask.get();
        }
        CallChain<Snippets> chain = new CallChain<>();
        return chain.of(cache.find(key)
                .exceptionally(lost -> Optional.empty())
                .thenCompose(kept -> kept.map(found -> CompletableFuture.completedFuture(new Snippets(found, true)))
                        .orElseGet(() -> chain.call(ask).thenCompose(found -> keep(key, found)))));
    }

    private CompletableFuture<Snippets> keep(ResultCache.Key key, Snippets found) {
        List<Snippet> snippets = found.snippets();
        return cache.put(key, snippets).handle((kept, lost) -> found);
    }
}
