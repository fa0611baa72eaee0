// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.PolicyVersion;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Immutable weights under {@code <policy>/<version>-<sha256>}. Thread-safe; never blocks the caller. */
public interface PolicyStore extends AutoCloseable {
    /** Stores weights whose hash the version names; storing the same again is harmless. */
    CompletableFuture<Void> put(PolicyVersion version, byte[] weights);

    /** The weights; fails with REJECTED where there are none, INVALID where they do not match their hash. */
    CompletableFuture<byte[]> get(PolicyVersion version);

    /** All stored of one policy, announced or not, by version. */
    CompletableFuture<List<PolicyVersion>> list(String policy);

    /** Removes one; absent is harmless. */
    CompletableFuture<Void> delete(PolicyVersion version);

    @Override
    void close();
}
