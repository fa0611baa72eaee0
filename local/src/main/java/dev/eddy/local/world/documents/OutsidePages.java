// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.local.Loads;
import dev.eddy.local.world.OutsidePool;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Late interaction with the words of pages in a {@link VectorIndex}, a row a word: the pages with the words that are most like
 * each of a query's are its candidates, and these are ranked as {@link LateInteraction} ranks all pages. A page that is among the
 * best for no word of the query by itself is not found. Thread-safe; never blocks.
 */
final class OutsidePages {
    private static final int REMEMBERED_WORDS = 4_096;
    private static final long REMEMBERED_BYTES = 64L << 20;
    private static final int PAGES_A_CALL = 32;

    private final OutsidePool pool;
    private final IntFunction<String> pageId;
    private final Map<String, Integer> positions = new HashMap<>();
    private final int[] words;
    private final Loads<OutsidePool, Void> visible =
            new Loads<>(Caffeine.newBuilder().maximumSize(1));
    private final Loads<Wanted, List<Integer>> candidates =
            new Loads<>(Caffeine.newBuilder().maximumSize(REMEMBERED_WORDS));
    private final Loads<Integer, float[]> pages;

    /** The best so many pages for a word. */
    private record Wanted(String word, int pages) {}

    /**
     * Of pages that were read; their vectors are not kept here.
     *
     * @param corpusId begins the pool's name, whose end says what it holds
     * @param vectors of each page those of its words, one after the other
     */
    OutsidePages(VectorIndex index, String corpusId, List<float[]> vectors, IntFunction<String> pageId) {
        this.pageId = pageId;
        this.words = vectors.stream()
                .mapToInt(page -> page.length / WordVectors.LENGTH)
                .toArray();
        MessageDigest content = OutsidePool.content();
        for (int page = 0; page < words.length; page++) {
            positions.put(pageId.apply(page), page);
            content.update(pageId.apply(page).getBytes(UTF_8));
            content.update(Packed.floats(vectors.get(page)));
        }
        this.pool = new OutsidePool(
                index,
                new Pool(OutsidePool.named(corpusId.replace('/', '-'), content), Channel.T2I, WordVectors.LENGTH),
                IntStream.of(words).asLongStream().sum(),
                "let a demo with the same settings load corpus " + corpusId);
        this.pages = new Loads<>(Caffeine.newBuilder()
                .maximumWeight(REMEMBERED_BYTES)
                .weigher((page, vector) -> words[(Integer) page] * WordVectors.LENGTH * Float.BYTES));
    }

    /**
     * Ranks the candidates.
     *
     * @param each how many pages are candidates for each word
     * @param executor of the ranking
     */
    CompletableFuture<PageRanking> rank(List<String> query, int each, Executor executor) {
        return visible.get(pool, OutsidePool::visible)
                .thenCompose(seen -> candidates(query, each))
                .thenCompose(found -> {
                    List<CompletableFuture<float[]>> vectors = vectors(found);
                    return all(vectors)
                            .thenApplyAsync(
                                    done -> ranking(
                                            query,
                                            found,
                                            vectors.stream()
                                                    .map(CompletableFuture::join)
                                                    .toList()),
                                    executor);
                });
    }

    private PageRanking ranking(List<String> query, List<Integer> pages, List<float[]> vectors) {
        float[] scores = new float[pages.size()];
        for (String word : query) {
            float[] vector = WordVectors.of(word);
            for (int at = 0; at < scores.length; at++) {
                scores[at] += LateInteraction.largest(vector, vectors.get(at));
            }
        }
        return PageRanking.of(pages.stream().mapToInt(Integer::intValue).toArray(), scores, pageId);
    }

    private CompletableFuture<List<Integer>> candidates(List<String> query, int each) {
        List<CompletableFuture<List<Integer>>> ofWords = query.stream()
                .distinct()
                .map(word -> candidates.get(new Wanted(word, each), this::candidates))
                .toList();
        return all(ofWords).thenApply(done -> {
            TreeSet<Integer> union = new TreeSet<>();
            ofWords.forEach(found -> union.addAll(found.join()));
            return List.copyOf(union);
        });
    }

    /** A search hands out all that tie at the end of the list; of these the smaller ids count. */
    private CompletableFuture<List<Integer>> candidates(Wanted wanted) {
        Comparator<Match> bestFirst =
                Comparator.comparingDouble(Match::score).reversed().thenComparing(Match::record);
        return pool.search(List.of(WordVectors.of(wanted.word)), List.of(), wanted.pages)
                .thenApply(found -> found.stream()
                        .sorted(bestFirst)
                        .limit(wanted.pages)
                        .map(match -> position(match.record()))
                        .toList());
    }

    private int position(String id) {
        Integer position = positions.get(id);
        if (position == null) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "pool " + pool.pool().name() + " has a page '" + id + "' that the corpus does not have");
        }
        return position;
    }

    /** Those that are not remembered come in a few calls. */
    private List<CompletableFuture<float[]>> vectors(List<Integer> wanted) {
        List<CompletableFuture<float[]>> vectors = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += PAGES_A_CALL) {
            List<String> missing = new ArrayList<>();
            CompletableFuture<Map<String, List<float[]>>> fetched = new CompletableFuture<>();
            for (int page : wanted.subList(from, Math.min(wanted.size(), from + PAGES_A_CALL))) {
                vectors.add(pages.get(page, unknown -> {
                    missing.add(pageId.apply(page));
                    return fetched.thenApply(all -> joined(page, all.getOrDefault(pageId.apply(page), List.of())));
                }));
            }
            if (!missing.isEmpty()) {
                pool.index().fetch(pool.pool(), missing).whenComplete((found, failure) -> {
                    if (failure == null) {
                        fetched.complete(found);
                    } else {
                        fetched.completeExceptionally(failure);
                    }
                });
            }
        }
        return vectors;
    }

    private float[] joined(int page, List<float[]> rows) {
        if (rows.size() != words[page]) {
            throw new PortException(
                    EffectStatus.UNAVAILABLE,
                    "of the " + words[page] + " vectors of page '" + pageId.apply(page) + "' in pool "
                            + pool.pool().name() + " " + rows.size() + " came; if that stays so, " + pool.remedy());
        }
        float[] joined = new float[rows.size() * WordVectors.LENGTH];
        for (int row = 0; row < rows.size(); row++) {
            System.arraycopy(rows.get(row), 0, joined, row * WordVectors.LENGTH, WordVectors.LENGTH);
        }
        return joined;
    }

    /**
     * Writes what is not there yet, and waits until a search sees it; blocks.
     *
     * @param vectors of a page's words, as they were when it was read first
     */
    void load(IntFunction<float[]> vectors) throws IOException {
        List<Row> batch = new ArrayList<>();
        for (int page = 0; page < words.length; page++) {
            float[] read = vectors.apply(page);
            for (int row = 0; row < words[page]; row++) {
                int at = row * WordVectors.LENGTH;
                batch.add(new Row(pageId.apply(page), row, Arrays.copyOfRange(read, at, at + WordVectors.LENGTH)));
            }
            pool.send(batch);
        }
        pool.finish(batch);
    }

    private static CompletableFuture<Void> all(Collection<? extends CompletableFuture<?>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }
}
