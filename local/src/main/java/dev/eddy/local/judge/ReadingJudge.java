// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.judge;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectValue.Judgement;
import dev.eddy.effect.PictureWorkers;
import dev.eddy.local.Loads;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.local.vision.page.Word;
import dev.eddy.metric.ExactMatch;
import dev.eddy.metric.Metric;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Judge;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Judges answers by relaxed exact match, and citations by reading them: a citation supports an answer where the answer and one
 * word of the question at least can be read in it. What was read is remembered, since many runs cite the same. Deterministic.
 * Thread-safe; reads on threads of its own.
 */
public final class ReadingJudge implements Judge {
    private static final int WORD = 3;
    private static final int TEXTS = 20_000; // mostly of a line

    private final BlobStore blobs;
    private final Stores stores;
    private final PictureWorkers readers =
            new PictureWorkers(Runtime.getRuntime().availableProcessors());
    private final Loads<Cited, String> texts = new Loads<>(Caffeine.newBuilder().maximumSize(TEXTS));

    private record Cited(String sha256, Region region) {}

    /** @param stores closed with this */
    public ReadingJudge(BlobStore blobs, Stores stores) {
        this.blobs = blobs;
        this.stores = stores;
    }

    @Override
    public CompletableFuture<Judgement> judge(String question, String answer, List<String> targets) {
        Label label = Label.newBuilder()
                .setQueryId("")
                .setTargets(targets)
                .setMetric(Metric.RELAXED_EXACT_MATCH.metricName())
                .build();
        return CompletableFuture.completedFuture(new Judgement(Metric.RELAXED_EXACT_MATCH.score(answer, label) == 1));
    }

    @Override
    public CompletableFuture<Judgement> supports(String question, String answer, PageRegion citation) {
        if (citation.getSha256() == null) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.INVALID,
                    "the citation on page " + citation.getPageId() + " does not name its picture"));
        }
        return texts.get(
                        new Cited(citation.getSha256(), citation.getRegion()),
                        key -> blobs.get(key.sha256)
                                .thenCompose(page -> readers.submit(key.sha256, () -> text(page, key.region))))
                .thenApply(text -> new Judgement(supports(question, answer, text)));
    }

    /** What can be read in the region, as it is printed. */
    private static String text(byte[] page, Region region) {
        if (region.getLeft() >= region.getRight() || region.getTop() >= region.getBottom()) {
            return "";
        }
        Pixels pixels = GrayPicture.decodePixels(page);
        try {
            return PageReading.of(pixels.crop(region), 1)
                    .words()
                    .map(Word::text)
                    .collect(Collectors.joining(" "));
        } catch (IllegalArgumentException notThere) {
            throw new PortException(
                    EffectStatus.INVALID, "a citation cannot be read: " + notThere.getMessage(), notThere);
        }
    }

    private static boolean supports(String question, String answer, String read) {
        String wanted = ExactMatch.normalise(answer);
        String there = " " + ExactMatch.normalise(read) + " ";
        Set<String> words = new HashSet<>(List.of(there.strip().split(" ")));
        return !answer.isBlank()
                && there.contains(" " + wanted + " ")
                && Arrays.stream(ExactMatch.normalise(question).split(" "))
                        .anyMatch(word -> word.length() >= WORD && !word.equals(wanted) && words.contains(word));
    }

    @Override
    public void close() {
        readers.close();
        stores.close();
    }

    /**
     * Name {@code local}. Settings: {@code blobs}, the {@link BlobStore} that pages are in, by port name, with its own settings
     * as {@code blobs.<setting>}.
     */
    public static final class Factory implements PortFactory<Judge> {
        @Override
        public Class<Judge> port() {
            return Judge.class;
        }

        @Override
        public String name() {
            return "local";
        }

        @Override
        public Judge open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                BlobStore blobs = stores.lease(BlobStore.class, "blobs");
                if (!stores.others().isEmpty()) {
                    throw new IllegalArgumentException("the judge 'local' has no settings "
                            + stores.others().keySet());
                }
                return new ReadingJudge(blobs, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }
    }
}
