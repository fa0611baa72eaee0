// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectValue;
import dev.eddy.port.ResultCache;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CachedSearchTest {
    private static final List<Snippet> FOUND = List.of(Snippets.page("one"), Snippets.page("two"));
    private static final Picture PICTURE = new Picture("a".repeat(64), 64, 64, null);

    private final Map<ResultCache.Key, List<Snippet>> kept = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private RuntimeException engineFailure;
    private RuntimeException cacheFailure;
    private CompletableFuture<EffectValue.Snippets> held;

    @Test
    void theSecondOfTwoSearchesIsAnsweredFromTheCacheAndSaysSo() {
        CachedSearch search = new CachedSearch(new Engine(), new MapCache());

        assertThat(search.text("q", "why?", 6).join()).isEqualTo(new EffectValue.Snippets(FOUND, false));
        assertThat(search.text("q", "why?", 6).join()).isEqualTo(new EffectValue.Snippets(FOUND, true));
        assertThat(asked).containsExactly("q");
        assertThat(kept).containsOnlyKeys(new ResultCache.Key("q", "why?", 6));
    }

    @Test
    void picturesAreCachedByTheirHashForAllQuestions() {
        CachedSearch search = new CachedSearch(new Engine(), new MapCache());

        search.images(PICTURE, 5).join();

        assertThat(search.images(PICTURE, 5).join().fromCache()).isTrue();
        assertThat(kept).containsOnlyKeys(new ResultCache.Key("a".repeat(64), null, 5));
    }

    @Test
    void aCacheThatFailsIsAMiss() {
        cacheFailure = new IllegalStateException("down");
        CachedSearch search = new CachedSearch(new Engine(), new MapCache());

        assertThat(search.text("q", "why?", 6).join()).isEqualTo(new EffectValue.Snippets(FOUND, false));
    }

    @Test
    void aSearchThatFailsIsNotKept() {
        engineFailure = new IllegalStateException("down");
        CachedSearch search = new CachedSearch(new Engine(), new MapCache());

        assertThat(search.text("q", "why?", 6)).isCompletedExceptionally();
        assertThat(kept).isEmpty();
    }

    @Test
    void cancellingASearchCancelsTheEngines() {
        held = new CompletableFuture<>();
        CachedSearch search = new CachedSearch(new Engine(), new MapCache());

        search.text("q", "why?", 6).cancel(true);

        assertThat(held).isCancelled();
    }

    @Test
    void withoutACacheEverySearchIsPaidFor() {
        CachedSearch search = new CachedSearch(new Engine(), null);

        search.text("q", "why?", 6).join();
        search.text("q", "why?", 6).join();

        assertThat(asked).hasSize(2);
    }

    private final class Engine implements SearchEngine {
        @Override
        public CompletableFuture<EffectValue.Snippets> text(String query, int limit) {
            asked.add(query);
            if (held != null) {
                return held;
            }
            return engineFailure == null
                    ? CompletableFuture.completedFuture(new EffectValue.Snippets(FOUND, false))
                    : CompletableFuture.failedFuture(engineFailure);
        }

        @Override
        public CompletableFuture<EffectValue.Snippets> images(Picture picture, int limit) {
            return text(picture.getSha256(), limit);
        }

        @Override
        public void close() {}
    }

    private final class MapCache implements ResultCache {
        @Override
        public CompletableFuture<Optional<List<Snippet>>> find(Key key) {
            return cacheFailure == null
                    ? CompletableFuture.completedFuture(Optional.ofNullable(kept.get(key)))
                    : CompletableFuture.failedFuture(cacheFailure);
        }

        @Override
        public CompletableFuture<Void> put(Key key, List<Snippet> found) {
            kept.put(key, found);
            return cacheFailure == null
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(cacheFailure);
        }

        @Override
        public void close() {}
    }
}
