// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * First completions of effects, so that a re-issued effect continues with the very result that was paid for. Thread-safe;
 * never blocks the caller.
 */
public interface EffectJournal extends AutoCloseable {
    /**
     * @param rolloutId whose effect
     * @param seq its number
     * @param requestHash of the request; an entry with another hash is a miss
     */
    record Key(String rolloutId, int seq, String requestHash) {}

    CompletableFuture<Optional<byte[]>> find(Key key);

    /** Stores the first completion; answers with the one that stands, which is another's where that came first. */
    CompletableFuture<byte[]> record(Key key, byte[] completion);

    @Override
    void close();
}
