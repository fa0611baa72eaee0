// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectValue;
import dev.eddy.local.Loads;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.local.vision.page.Word;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PortException;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.flink.util.IOUtils;
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
    /** Null where vectors are outside. */
    private final LateInteraction search;

    private final Ports.Lease<VectorIndex> vectors;
    /** Null where vectors are in the process. */
    private final OutsidePages outside;

    private final int candidates;
    private final Cache<Integer, CompletableFuture<Picture>> pictures = Caffeine.newBuilder()
            .expireAfterWrite(BlobStore.KNOWN_FOR)
            .executor(Runnable::run)
            .build();
    private final Loads<Asked, PageRanking> rankings =
            new Loads<>(Caffeine.newBuilder().maximumSize(RANKINGS));

    /**
     * What is ranked.
     *
     * @param candidates for each word; 0 where all pages are
     */
    private record Asked(List<String> words, int candidates) {}

    /** One whose vectors are in the process. */
    DocumentIndex(DocumentWorld world, Ports.Lease<BlobStore> blobs) {
        this(world, blobs, null, 0);
    }

    /**
     * Reads the pages.
     *
     * @param blobs where pages are put; closed with this
     * @param vectors where those of the pages' words are, closed with this; null where they are in the process
     * @param candidates that vectors outside give for each word of a query, at least
     */
    DocumentIndex(DocumentWorld world, Ports.Lease<BlobStore> blobs, Ports.Lease<VectorIndex> vectors, int candidates) {
        this.world = world;
        this.blobs = blobs;
        this.vectors = vectors;
        this.candidates = candidates;
        List<CompletableFuture<float[]>> pages = IntStream.range(0, world.pages())
                .mapToObj(page -> CompletableFuture.supplyAsync(() -> words(world, page), executor))
                .toList();
        List<float[]> read = pages.stream().map(CompletableFuture::join).toList();
        this.search = vectors == null ? new LateInteraction(read) : null;
        this.outside = vectors == null ? null : new OutsidePages(vectors.get(), world.corpusId(), read, world::pageId);
    }

    /** Writes vectors that are outside where they are searched, but for those that are there; blocks. */
    public void load() throws IOException {
        if (outside != null) {
            outside.load(page -> words(world, page));
        }
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
        Asked asked = new Asked(words, outside == null ? 0 : Math.max(candidates, limit));
        return rankings.get(asked, this::rank).thenCompose(found -> hits(found, limit));
    }

    private CompletableFuture<PageRanking> rank(Asked asked) {
        return outside == null
                ? CompletableFuture.supplyAsync(
                        () -> PageRanking.of(
                                IntStream.range(0, world.pages()).toArray(), search.scores(asked.words), world::pageId),
                        executor)
                : outside.rank(asked.words, asked.candidates, executor);
    }

    private CompletableFuture<EffectValue.Pages> hits(PageRanking ranking, int limit) {
        List<CompletableFuture<PageHit>> hits = IntStream.range(0, Math.min(limit, ranking.pages().length))
                .mapToObj(rank -> {
                    int page = ranking.pages()[rank];
                    double score = ranking.scores()[rank];
                    return picture(page).thenApply(picture -> new PageHit(world.pageId(page), picture, score));
                })
                .toList();
        return CompletableFuture.allOf(hits.toArray(CompletableFuture[]::new))
                .thenApply(found -> new EffectValue.Pages(
                        hits.stream().map(CompletableFuture::join).toList()));
    }

    private CompletableFuture<Picture> picture(int page) {
        CompletableFuture<Picture> picture = pictures.get(page, this::publish);
        if (picture.isCompletedExceptionally()) { // the store may be back the next time
            pictures.asMap().remove(page, picture);
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
    static float[] words(DocumentWorld world, int page) {
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
            IOUtils.closeAll(blobs, vectors);
        } catch (Exception failed) {
            throw new IllegalStateException("what an index of documents stands on cannot be closed", failed);
        }
    }
}
