// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Blobs in a map; a put waits while the store is held. */
public class MemoryBlobs implements BlobStore {
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    private CompletableFuture<Void> open = CompletableFuture.completedFuture(null);

    void hold() {
        open = new CompletableFuture<>();
    }

    void release() {
        open.complete(null);
    }

    void fail(String message) {
        open.completeExceptionally(new PortException(EffectStatus.UNAVAILABLE, message));
    }

    @Override
    public CompletableFuture<String> put(byte[] bytes) {
        return open.thenApply(none -> {
            String sha256 = Sha256.hex(bytes);
            blobs.put(sha256, bytes);
            return sha256;
        });
    }

    @Override
    public CompletableFuture<byte[]> get(String sha256) {
        byte[] found = blobs.get(sha256);
        return found == null
                ? CompletableFuture.failedFuture(new PortException(EffectStatus.REJECTED, "no blob " + sha256))
                : CompletableFuture.completedFuture(found);
    }

    @Override
    public void close() {}
}
