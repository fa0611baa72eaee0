// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Blobs in a map. */
public final class MemoryBlobs implements BlobStore {
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();

    @Override
    public CompletableFuture<String> put(byte[] bytes) {
        String sha256 = Sha256.hex(bytes);
        blobs.put(sha256, bytes);
        return CompletableFuture.completedFuture(sha256);
    }

    @Override
    public CompletableFuture<byte[]> get(String sha256) {
        byte[] bytes = blobs.get(sha256);
        return bytes == null
                ? CompletableFuture.failedFuture(new PortException(EffectStatus.REJECTED, "no blob " + sha256))
                : CompletableFuture.completedFuture(bytes);
    }

    @Override
    public void close() {}
}
