// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortFactory;
import dev.eddy.port.QueryLikeness;
import dev.eddy.port.ResultCache;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Results of searches in this JVM's memory. The least recently used go when there are too many. Thread-safe.
 */
public final class MemoryResultCache implements ResultCache {
    /** More queries than this are not compared with: a question that has them gains nothing from another. */
    private static final int MOST_COMPARED = 256;

    private final boolean approximate;
    private final Cache<Search, List<Snippet>> results;
    private final Cache<Question, List<String>> queries;

    private record Search(String query, int limit) {}

    private record Question(String question, int limit) {}

    /**
     * @param entries most results kept
     * @param approximate false where only the same query is to be found, so that runs do not depend on what ran before
     */
    public MemoryResultCache(long entries, boolean approximate) {
        this.approximate = approximate;
        this.results = bounded(entries);
        this.queries = bounded(entries);
    }

    private static <K, V> Cache<K, V> bounded(long entries) {
        return Caffeine.newBuilder()
                .maximumSize(entries)
                .expireAfterWrite(BlobStore.KNOWN_FOR) // results name pictures
                .executor(Runnable::run) // no pool that would outlive a job's class loader
                .build();
    }

    @Override
    public CompletableFuture<Optional<List<Snippet>>> find(Key key) {
        List<Snippet> same = results.getIfPresent(new Search(key.query(), key.limit()));
        return CompletableFuture.completedFuture(
                same != null || key.question() == null || !approximate ? Optional.ofNullable(same) : similar(key));
    }

    private Optional<List<Snippet>> similar(Key key) {
        List<String> earlier = queries.getIfPresent(new Question(key.question(), key.limit()));
        if (earlier == null) {
            return Optional.empty();
        }
        double best = APPROXIMATE;
        List<Snippet> found = null;
        for (String query : earlier) {
            double likeness = QueryLikeness.of(key.query(), query);
            List<Snippet> result = likeness > best ? results.getIfPresent(new Search(query, key.limit())) : null;
            if (result != null) {
                best = likeness;
                found = result;
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public CompletableFuture<Void> put(Key key, List<Snippet> found) {
        results.asMap().putIfAbsent(new Search(key.query(), key.limit()), List.copyOf(found));
        if (approximate && key.question() != null) {
            queries.asMap()
                    .merge(new Question(key.question(), key.limit()), List.of(key.query()), MemoryResultCache::joined);
        }
        return CompletableFuture.completedFuture(null);
    }

    private static List<String> joined(List<String> earlier, List<String> one) {
        if (earlier.size() >= MOST_COMPARED || earlier.containsAll(one)) {
            return earlier;
        }
        List<String> longer = new ArrayList<>(earlier);
        longer.addAll(one);
        return List.copyOf(longer);
    }

    @Override
    public void close() {
        results.invalidateAll();
        queries.invalidateAll();
    }

    /** Name {@code memory}; settings {@code entries} (100000) and {@code approximate} (true). */
    public static final class Factory implements PortFactory<ResultCache> {
        private static final String ENTRIES = "entries";
        private static final String APPROXIMATE = "approximate";

        @Override
        public Class<ResultCache> port() {
            return ResultCache.class;
        }

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public ResultCache open(Map<String, String> settings) {
            Set<String> unknown = new TreeSet<>(settings.keySet());
            unknown.removeAll(Set.of(ENTRIES, APPROXIMATE));
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException(
                        "the memory result cache has no settings " + unknown + "; it has [approximate, entries]");
            }
            String approximate = settings.getOrDefault(APPROXIMATE, "true");
            if (!Set.of("true", "false").contains(approximate)) {
                throw refused(APPROXIMATE, "true or false", approximate, null);
            }
            return new MemoryResultCache(entries(settings), Boolean.parseBoolean(approximate));
        }

        private static long entries(Map<String, String> settings) {
            String text = settings.getOrDefault(ENTRIES, "100000");
            try {
                long entries = Long.parseLong(text);
                if (entries > 0) {
                    return entries;
                }
            } catch (NumberFormatException e) {
                throw refused(ENTRIES, "a whole number", text, e);
            }
            throw refused(ENTRIES, "positive", text, null);
        }

        private static IllegalArgumentException refused(String key, String expected, String text, Exception cause) {
            return new IllegalArgumentException(
                    "setting '" + key + "' of the memory result cache must be " + expected + ", got '" + text + "'",
                    cause);
        }
    }
}
