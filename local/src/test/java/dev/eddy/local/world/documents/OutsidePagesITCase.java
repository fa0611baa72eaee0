// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.PageIndex;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.PageHit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The same of pages whose vectors are outside. */
class OutsidePagesITCase extends DocumentIndexITCase {
    private final Map<String, String> memory = Map.of("test", UUID.randomUUID().toString());

    /** Where the vectors are. */
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return Ports.lease(VectorIndex.class, "memory", memory);
    }

    @Override
    protected PageIndex open() throws Exception {
        DocumentIndex index = open(world.pages());
        index.load();
        return index;
    }

    private DocumentIndex open(int candidates) throws Exception {
        return new DocumentIndex(world, blobs(), vectors(), candidates);
    }

    @Test
    void whereAllPagesAreCandidatesTheRankingIsThatOfTheProcess() throws Exception {
        try (PageIndex inside = new DocumentIndex(world, blobs());
                PageIndex outside = open(world.pages())) {
            for (String query : bestPages().keySet()) {
                assertThat(search(outside, query, world.pages()))
                        .as(query)
                        .isEqualTo(search(inside, query, world.pages()));
            }
        }
    }

    @Test
    void candidatesHaveTheirExactScoresAndAreInOrder() throws Exception {
        try (PageIndex inside = new DocumentIndex(world, blobs());
                PageIndex few = open(1)) {
            for (String query : bestPages().keySet()) {
                List<PageHit> found = search(few, query, 1);
                Set<PageHit> all = new HashSet<>(search(inside, query, world.pages()));
                assertThat(found).as(query).hasSize(1).allMatch(all::contains);
            }
        }
    }

    @Test
    void aLimitAboveTheCandidatesIsMet() throws Exception {
        try (PageIndex few = open(1)) {
            String query = bestPages().keySet().iterator().next();
            assertThat(search(few, query, world.pages())).hasSize(world.pages());
        }
    }

    private List<PageHit> search(PageIndex index, String query, int limit) {
        return await(index.search(corpusId(), query, limit)).pages();
    }
}
