// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageHit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PageIndex} does. */
public abstract class PageIndexContract {
    private static final Comparator<PageHit> ORDER =
            Comparator.comparingDouble(PageHit::getScore).reversed().thenComparing(PageHit::getPageId);

    private PageIndex index;

    protected abstract PageIndex open() throws Exception;

    protected abstract String corpusId();

    /** Pages in the corpus. */
    protected abstract int corpusSize();

    /** An id in the adapter's own form that names no corpus. */
    protected abstract String absentCorpusId();

    /** Queries, each with the page of the corpus that it must find first. */
    protected abstract Map<String, String> bestPages();

    @BeforeEach
    void openIndex() throws Exception {
        index = open();
    }

    @AfterEach
    void closeIndex() {
        index.close();
    }

    @Test
    void findsThePageThatAQueryIsAboutFirst() {
        assertThat(bestPages()).isNotEmpty();
        bestPages()
                .forEach((query, page) -> assertThat(search(query, 1))
                        .extracting(PageHit::getPageId)
                        .as(query)
                        .containsExactly(page));
    }

    @Test
    void ranksByScoreThenById() {
        for (String query : bestPages().keySet()) {
            List<PageHit> hits = search(query, corpusSize());
            assertThat(hits).as(query).isSortedAccordingTo(ORDER);
            assertThat(hits).extracting(PageHit::getPageId).doesNotHaveDuplicates();
        }
    }

    @Test
    void aShorterListIsTheBeginningOfALongerOne() {
        for (String query : bestPages().keySet()) {
            List<PageHit> all = search(query, corpusSize() + 5);
            assertThat(all).hasSizeLessThanOrEqualTo(corpusSize());
            assertThat(search(query, 2)).as(query).isEqualTo(all.subList(0, Math.min(2, all.size())));
        }
    }

    @Test
    void picturesAreNamedByTheirContentAndHaveTheirSize() {
        HashSet<String> hashes = new HashSet<>();
        for (String query : bestPages().keySet()) {
            assertThat(search(query, 3)).allSatisfy(hit -> {
                assertThat(hit.getPicture().getSha256()).matches("[0-9a-f]{64}");
                assertThat(hit.getPicture().getWidth()).isPositive();
                assertThat(hit.getPicture().getHeight()).isPositive();
                hashes.add(hit.getPicture().getSha256());
            });
        }
        assertThat(hashes).isNotEmpty();
    }

    @Test
    void aQueryOfNoWordsFindsNothing() {
        assertThat(search("", 3)).isEmpty();
        assertThat(search(" ?! ", 3)).isEmpty();
    }

    @Test
    void aCorpusThatDoesNotExistIsRejectedByName() {
        assertFails(index.search(absentCorpusId(), "anything", 3), EffectStatus.REJECTED)
                .hasMessageContaining(absentCorpusId());
    }

    private List<PageHit> search(String query, int limit) {
        return await(index.search(corpusId(), query, limit)).pages();
    }
}
