// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.port.BlobStore;
import java.util.function.Function;

/**
 * One value for everyone in this JVM who uses the same store: what serving has read and seen, training need not read and see
 * again. A value lives as long as somebody holds it. Thread-safe.
 */
public final class PerStore<V> {
    private final Function<BlobStore, V> make;
    private final Cache<BlobStore, V> values = Caffeine.newBuilder()
            .weakKeys()
            .weakValues()
            .executor(Runnable::run)
            .build();

    public PerStore(Function<BlobStore, V> make) {
        this.make = make;
    }

    public V of(BlobStore blobs) {
        return values.get(blobs, make);
    }
}
