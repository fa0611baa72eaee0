// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Bytes by content hash. Writing is atomic and idempotent; reading checks the hash. The arrays handed in and out may be kept
 * and shared: nobody writes into them. Thread-safe; never blocks the caller.
 */
public interface BlobStore extends AutoCloseable {
    /** How long who has put a blob may name it without putting it again: less than blobs are kept for, wherever they go by age. */
    Duration KNOWN_FOR = Duration.ofHours(6);

    /**
     * Stores bytes and answers with their SHA-256, 64 lower-case hexadecimal digits. Where blobs are deleted by age, what is there
     * already counts as young again.
     */
    CompletableFuture<String> put(byte[] bytes);

    /** The bytes; fails with REJECTED where there are none under this hash, INVALID where they do not match it. */
    CompletableFuture<byte[]> get(String sha256);

    @Override
    void close();
}
