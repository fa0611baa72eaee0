// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.List;

/**
 * A search of an earlier turn and what came back.
 *
 * @param query null for a search by picture
 * @param kept a verdict on each result; null where none was given yet
 */
record Exchange(String query, List<Piece.Result> results, List<Boolean> kept) {
    Exchange {
        results = List.copyOf(results);
    }

    boolean byPicture() {
        return query == null;
    }

    Exchange judged(List<Boolean> verdicts) {
        return new Exchange(query, results, List.copyOf(verdicts));
    }

    /** Results without a verdict are kept by nobody. */
    boolean keeps(int result) {
        return kept != null && result < kept.size() && kept.get(result);
    }
}
