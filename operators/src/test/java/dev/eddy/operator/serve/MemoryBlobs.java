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
import java.util.concurrent.atomic.AtomicInteger;

/** Blobs in a map; a put waits while the store is held, and fails while it is full. */
public class MemoryBlobs implements BlobStore {
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    private CompletableFuture<Void> open = CompletableFuture.completedFuture(null);
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger offered = new AtomicInteger();

    void hold() {
        open = new CompletableFuture<>();
    }

    void release() {
        open.complete(null);
    }

    /** Refuses this many times. */
    MemoryBlobs fullFor(int times) {
        refusals.set(times);
        return this;
    }

    /** As a store that is not to be trusted any more. */
    void breakDown(Throwable defect) {
        open.completeExceptionally(defect);
    }

    int offered() {
        return offered.get();
    }

    @Override
    public CompletableFuture<String> put(byte[] bytes) {
        offered.incrementAndGet();
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return CompletableFuture.failedFuture(new PortException(EffectStatus.UNAVAILABLE, "disk full"));
        }
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
