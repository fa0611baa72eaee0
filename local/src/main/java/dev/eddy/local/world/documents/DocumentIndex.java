// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectValue;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.local.vision.page.Word;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PortException;
import dev.eddy.port.Ports;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/**
 * The pages of a {@link DocumentWorld}, searched by what can be read in them at the size at which pages are displayed. They are
 * read when the index is opened, which takes seconds. A page reaches the blob store when it is first found. Thread-safe.
 */
public final class DocumentIndex implements PageIndex {
    private static final int THREADS = 2;
    private static final int RANKINGS = 8_192;

    private final DocumentWorld world;
    private final Ports.Lease<BlobStore> blobs;
    private final ExecutorService executor =
            Executors.newFixedThreadPool(THREADS, new ExecutorThreadFactory("document-index"));
    private final LateInteraction search;
    private final ConcurrentHashMap<Integer, CompletableFuture<Picture>> pictures = new ConcurrentHashMap<>();
    private final Cache<List<String>, Ranking> rankings =
            Caffeine.newBuilder().maximumSize(RANKINGS).executor(Runnable::run).build();

    /** All pages, the best first, and the score of each by its number. */
    private record Ranking(int[] pages, float[] scores) {}

    /** @param blobs where pages are put; closed with this */
    DocumentIndex(DocumentWorld world, Ports.Lease<BlobStore> blobs) {
        this.world = world;
        this.blobs = blobs;
        List<CompletableFuture<float[]>> pages = IntStream.range(0, world.pages())
                .mapToObj(page -> CompletableFuture.supplyAsync(() -> words(page), executor))
                .toList();
        this.search =
                new LateInteraction(pages.stream().map(CompletableFuture::join).toList());
    }

    /** The world whose pages these are. */
    public DocumentWorld world() {
        return world;
    }

    @Override
    public CompletableFuture<EffectValue.Pages> search(String corpusId, String query, int limit) {
        if (!corpusId.equals(world.corpusId())) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.REJECTED,
                    "there is no corpus '" + corpusId + "', only " + world.corpusId()
                            + ": set 'world' and 'seed' of the index to those that the query was made with"));
        }
        List<String> words = LateInteraction.words(query);
        if (words.isEmpty()) {
            return CompletableFuture.completedFuture(new EffectValue.Pages(List.of()));
        }
        Ranking known = rankings.getIfPresent(words);
        CompletableFuture<Ranking> ranking = known != null
                ? CompletableFuture.completedFuture(known)
                : CompletableFuture.supplyAsync(() -> rankings.get(words, this::ranking), executor);
        return ranking.thenCompose(found -> hits(found, limit));
    }

    private Ranking ranking(List<String> words) {
        float[] scores = search.scores(words);
        Comparator<Integer> bestFirst = Comparator.<Integer>comparingDouble(page -> scores[page])
                .reversed()
                .thenComparing(world::pageId);
        int[] pages = IntStream.range(0, scores.length)
                .boxed()
                .sorted(bestFirst)
                .mapToInt(Integer::intValue)
                .toArray();
        return new Ranking(pages, scores);
    }

    private CompletableFuture<EffectValue.Pages> hits(Ranking ranking, int limit) {
        List<CompletableFuture<PageHit>> hits = IntStream.of(ranking.pages)
                .limit(limit)
                .mapToObj(page -> picture(page)
                        .thenApply(picture -> new PageHit(world.pageId(page), picture, (double) ranking.scores[page])))
                .toList();
        return CompletableFuture.allOf(hits.toArray(CompletableFuture[]::new))
                .thenApply(found -> new EffectValue.Pages(
                        hits.stream().map(CompletableFuture::join).toList()));
    }

    private CompletableFuture<Picture> picture(int page) {
        CompletableFuture<Picture> picture = pictures.computeIfAbsent(page, this::publish);
        if (picture.isCompletedExceptionally()) { // the store may be back the next time
            pictures.remove(page, picture);
        }
        return picture;
    }

    private CompletableFuture<Picture> publish(int page) {
        return CompletableFuture.supplyAsync(() -> PageFile.png(world.draw(page)), executor)
                .thenCompose(blobs.get()::put)
                .thenApply(sha256 -> Picture.newBuilder()
                        .setSha256(sha256)
                        .setWidth(world.style().width())
                        .setHeight(world.style().height())
                        .build());
    }

    /** The vectors of a page's words, one after the other. */
    private float[] words(int page) {
        Pixels drawn = world.draw(page);
        double scale = Math.min(1, Math.sqrt((double) world.style().indexPixels() / drawn.width() / drawn.height()));
        Pixels view = drawn.scaled((int) (drawn.width() * scale), (int) (drawn.height() * scale));
        List<Word> words = PageReading.of(view, scale).words().toList();
        float[] vectors = new float[words.size() * WordVectors.LENGTH];
        for (int i = 0; i < words.size(); i++) {
            System.arraycopy(WordVectors.of(words.get(i)), 0, vectors, i * WordVectors.LENGTH, WordVectors.LENGTH);
        }
        return vectors;
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            blobs.close();
        } catch (Exception failed) {
            throw new IllegalStateException("the blob store of an index of documents cannot be closed", failed);
        }
    }
}
