// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.schemas.Snippet;
import java.util.List;

/**
 * A turn that ended in a search, and what the model was shown for it.
 *
 * @param text the model's words
 * @param executed the query that was asked; null for a search by picture, and where none was usable
 * @param snippets as shown, in order
 * @param nothing why there is nothing to show; null where there is
 * @param firstSegment id of the first of its segments; -1 until they were shown
 */
public record Exchange(
        String text,
        boolean byPicture,
        String executed,
        List<Snippet> snippets,
        boolean fromCache,
        String nothing,
        int firstSegment) {
    public Exchange {
        snippets = List.copyOf(snippets);
    }

    Exchange shownFrom(int segment) {
        return new Exchange(text, byPicture, executed, snippets, fromCache, nothing, segment);
    }

    /** What was said, what is shown for it, one segment a result, and the end of that. */
    int segments() {
        return snippets.size() + 3;
    }
}
