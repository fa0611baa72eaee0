// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.Picture;
import java.util.concurrent.CompletableFuture;

/**
 * A search of the web, or of what stands for it: finds pages, reads them and sums each one up. Equal requests get equal
 * answers as long as the web stays the same. What comes back is foreign text. Thread-safe; never blocks the caller. Failures
 * complete the future with a {@link PortException}.
 */
public interface SearchEngine extends AutoCloseable {
    /** Pages for a query, best first, at most {@code limit}; none where nothing fits. */
    CompletableFuture<EffectValue.Snippets> text(String query, int limit);

    /** Pictures that look alike with their titles, best first, at most {@code limit}; each snippet has its picture. */
    CompletableFuture<EffectValue.Snippets> images(Picture picture, int limit);

    @Override
    void close();
}
