// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Sha256;
import java.util.List;

/**
 * A question about the organisation in a picture, and its answer.
 *
 * @param png the encoded picture; to be put into the blob store before the question is asked; not to be changed
 * @param width of it, in pixels
 * @param height of it, in pixels
 */
public record EmblemCase(byte[] png, int width, int height, String text, String target) {
    /** The metric that answers are scored by. */
    public static final String METRIC = "exact_match";

    public Picture picture() {
        return Picture.newBuilder()
                .setSha256(Sha256.hex(png))
                .setWidth(width)
                .setHeight(height)
                .build();
    }

    /** A query with everything that the question knows: id, picture and text; who runs it, how and why is left open. */
    public Query.Builder query(String queryId) {
        return Query.newBuilder()
                .setQueryId(queryId)
                .setPictures(List.of(picture()))
                .setText(text);
    }

    /**
     * @param searchFree whether a model that was never trained answers it right without tools
     * @param submittedAt epoch milliseconds
     */
    public Label label(String queryId, boolean searchFree, long submittedAt) {
        return Label.newBuilder()
                .setQueryId(queryId)
                .setTargets(List.of(target))
                .setMetric(METRIC)
                .setSubmittedAt(submittedAt)
                .setSearchFree(searchFree)
                .build();
    }
}
