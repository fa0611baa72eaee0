// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.Random;

/**
 * A question with its truth.
 *
 * @param corpusId what to search
 * @param text in capitals, as the pages are
 * @param answer the figure as printed
 * @param pageId the one page that states it
 * @param fact where and how it is stated
 */
public record DocumentQuestion(String corpusId, String text, String answer, String pageId, Fact fact) {
    static DocumentQuestion about(DocumentWorld world, Fact fact, String entity, Random random) {
        String text =
                switch (random.nextInt(3)) {
                    case 0 -> "WHAT WAS THE " + fact.metric() + " OF " + entity + " IN " + fact.year();
                    case 1 -> "IN " + fact.year() + " HOW MUCH WAS THE " + fact.metric() + " AT " + entity;
                    default -> "GIVE THE " + fact.metric() + " FOR " + entity + " IN THE YEAR " + fact.year();
                };
        return new DocumentQuestion(world.corpusId(), text, fact.value(), world.pageId(fact.page()), fact);
    }
}
