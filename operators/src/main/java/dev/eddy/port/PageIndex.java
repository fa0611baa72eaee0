// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import java.util.concurrent.CompletableFuture;

/**
 * Corpora of page pictures, searched by text with late interaction: a page's score is the sum over the query's words of the best
 * match among what is on the page. Deterministic. Thread-safe; never blocks the caller. A corpus that does not exist fails with
 * REJECTED.
 */
public interface PageIndex extends AutoCloseable {
    /**
     * The best pages, best first, equal scores in order of page id; fewer than {@code limit} where the corpus is smaller. A
     * query without a word that the index knows gives no page. Pictures carry their true sizes and stand in the blob store.
     */
    CompletableFuture<EffectValue.Pages> search(String corpusId, String query, int limit);

    @Override
    void close();
}
