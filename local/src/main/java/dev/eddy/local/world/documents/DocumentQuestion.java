// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Region;
import java.util.List;
import java.util.Random;

/**
 * A question with its truth.
 *
 * @param corpusId what to search
 * @param text in capitals, as the pages are
 * @param answer the figure as printed
 * @param evidence the one place that states it
 */
public record DocumentQuestion(String corpusId, String text, String answer, PageRegion evidence) {
    /** The metric that answers are scored by. */
    public static final String METRIC = "exact_match";

    static DocumentQuestion about(DocumentWorld world, Fact fact, String entity, Random random) {
        String text = switch (random.nextInt(3)) {
            case 0 -> "WHAT WAS THE " + fact.metric() + " OF " + entity + " IN " + fact.year();
            case 1 -> "IN " + fact.year() + " HOW MUCH WAS THE " + fact.metric() + " AT " + entity;
            default -> "GIVE THE " + fact.metric() + " FOR " + entity + " IN THE YEAR " + fact.year();
        };
        PixelBox box = fact.box();
        PageRegion evidence = new PageRegion(
                world.pageId(fact.page()),
                new Region(box.left(), box.top(), box.right(), box.bottom()),
                world.style().width(),
                world.style().height(),
                null);
        return new DocumentQuestion(world.corpusId(), text, fact.value(), evidence);
    }

    /** A query with everything that may be known of the question: who runs it, how and why is left open. */
    public Query.Builder query(String queryId) {
        return Query.newBuilder()
                .setQueryId(queryId)
                .setPictures(List.of())
                .setText(text)
                .setBankId(corpusId);
    }

    /** @param submittedAt epoch milliseconds */
    public Label label(String queryId, long submittedAt) {
        return Label.newBuilder()
                .setQueryId(queryId)
                .setTargets(List.of(answer))
                .setMetric(METRIC)
                .setSubmittedAt(submittedAt)
                .setGoldPages(List.of(evidence.getPageId()))
                .setGoldBoxes(List.of(evidence))
                .build();
    }
}
