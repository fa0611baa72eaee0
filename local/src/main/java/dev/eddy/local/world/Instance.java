// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import java.util.List;

/**
 * One question of visual concept binding: a drawing, the names that its class may have, and a bank that shows one to three
 * other drawings of each allowed class among hundreds whose names are of no use.
 *
 * @param bankId its bank
 * @param picture the drawing asked about; in no bank of its own
 * @param names the allowed names, in random order
 * @param target the right one
 * @param examples drawings of each allowed class in the bank
 * @param count demonstrations that training asks for with this instance; null lets the agent choose
 */
public record Instance(BankId bankId, Picture picture, List<String> names, String target, int examples, Integer count) {
    /** The metric that answers are scored by. */
    public static final String METRIC = "exact_match";

    public Instance {
        names = List.copyOf(names);
    }

    /** The text of the query. */
    public String text() {
        return "Which name belongs to this symbol? Allowed names: " + String.join(", ", names) + ".";
    }

    /** A query with everything that the instance knows: id, picture, text and bank; who runs it, how and why is left open. */
    public Query.Builder query(String queryId) {
        return Query.newBuilder()
                .setQueryId(queryId)
                .setPictures(List.of(picture))
                .setText(text())
                .setBankId(bankId.toString());
    }

    /** @param submittedAt epoch milliseconds */
    public Label label(String queryId, long submittedAt) {
        return Label.newBuilder()
                .setQueryId(queryId)
                .setTargets(List.of(target))
                .setMetric(METRIC)
                .setSubmittedAt(submittedAt)
                .build();
    }
}
