// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.world.MemoryVectors;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutsidePagesTest {
    private final MemoryVectors vectors = new MemoryVectors();
    private final List<float[]> read = List.of(
            page("NET", "REVENUE", "2016"),
            page("REVENUE", "GROSS"),
            page("NET", "HEADCOUNT"),
            page("REVENUE", "GROSS"),
            new float[0]);
    private final OutsidePages pages = open(vectors);

    private OutsidePages open(VectorIndex index) {
        return new OutsidePages(index, "documents/7", read, page -> "page-" + (9 - page));
    }

    @Test
    void equalCandidatesGoByPageId() throws IOException {
        pages.load(read::get);

        assertThat(rank(1, "REVENUE").pages()).containsExactly(3);
        assertThat(rank(2, "REVENUE").pages()).containsExactly(3, 1);
        assertThat(rank(1, "GROSS", "REVENUE").pages()).containsExactly(3);
    }

    @Test
    void aWordsOwnBestAreCandidatesForAll() throws IOException {
        pages.load(read::get);

        PageRanking ranking = rank(1, "HEADCOUNT", "2016");

        assertThat(ranking.pages()).containsExactlyInAnyOrder(0, 2);
        float[] all = new LateInteraction(read).scores(List.of("HEADCOUNT", "2016"));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(ranking.scores()[rank]).isEqualTo(all[ranking.pages()[rank]]);
        }
    }

    @Test
    void wordsAndPagesAreRemembered() throws IOException {
        pages.load(read::get);
        rank(2, "NET", "REVENUE");
        int searches = vectors.searches();
        int fetches = vectors.fetches();

        rank(2, "REVENUE", "NET", "NET");

        assertThat(vectors.searches()).isEqualTo(searches).isEqualTo(2);
        assertThat(vectors.fetches()).isEqualTo(fetches).isEqualTo(1);
    }

    @Test
    void whatIsNotLoadedIsRejectedAndWhatFailedIsAskedAgain() throws IOException {
        assertFails(ask(1, "NET"), EffectStatus.REJECTED);
        pages.load(read::get);
        vectors.down(true);
        assertFails(ask(1, "NET"), EffectStatus.UNAVAILABLE);
        vectors.down(false);
        assertThat(rank(1, "NET").pages()).containsExactly(2);
        vectors.down(true);
        assertFails(ask(1, "REVENUE"), EffectStatus.UNAVAILABLE);
        vectors.down(false);
        assertThat(rank(1, "REVENUE").pages()).containsExactly(3);
    }

    private CompletableFuture<PageRanking> ask(int each, String... words) {
        return pages.rank(List.of(words), each, Runnable::run);
    }

    private PageRanking rank(int each, String... words) {
        return await(ask(each, words));
    }

    private static float[] page(String... words) {
        float[] vectors = new float[words.length * WordVectors.LENGTH];
        List<float[]> rows = Stream.of(words).map(WordVectors::of).toList();
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(rows.get(i), 0, vectors, i * WordVectors.LENGTH, WordVectors.LENGTH);
        }
        return vectors;
    }
}
