// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.time.Duration;
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
     */
    record Key(String rolloutId, int seq) {}

    /**
     * @param requestHash of the request that was answered, 64 lower-case hexadecimal digits
     * @param completion not to be changed
     */
    record Entry(String requestHash, byte[] completion) {}

    /** The entry under a key, whatever its request; empty where there is none or it has expired. */
    CompletableFuture<Optional<Entry>> find(Key key);

    /**
     * Stores a completion and answers with the one that stands: an entry of the same request that came first is kept, one of
     * another request is replaced.
     */
    CompletableFuture<Entry> record(Key key, Entry entry);

    /** How long an entry is kept after it was written, at least. */
    Duration keeps();

    /**
     * Whether an effect that cannot be looked up is to fail, since it may have been paid for before, and one whose completion cannot
     * be stored, since it may be paid for again; else they go on and may be paid for twice.
     */
    default boolean required() {
        return false;
    }

    @Override
    void close();
}
