// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What searches found, so that the same search, or nearly the same one for the same question, need not be paid for again.
 * Holds all that was found, not the part that a run was shown. Thread-safe; never blocks the caller.
 */
public interface ResultCache extends AutoCloseable {
    /** Above this likeness ({@link QueryLikeness}) the result of one query stands for that of another. */
    double APPROXIMATE = 0.85;

    /**
     * @param query what was asked; a picture's hash for a search by picture
     * @param question what it was asked for, within which similar queries count as the same; null where only the same does
     * @param limit most results wanted: lists of another length are other entries
     */
    record Key(String query, String question, int limit) {}

    /**
     * What the same query found, whatever its question; else what the most similar of the question's queries found, the earliest
     * of equally similar ones, if its likeness is above {@link #APPROXIMATE}; else empty.
     */
    CompletableFuture<Optional<List<Snippet>>> find(Key key);

    /** Keeps what a search found; the first result of a query stands. */
    CompletableFuture<Void> put(Key key, List<Snippet> found);

    @Override
    void close();
}
