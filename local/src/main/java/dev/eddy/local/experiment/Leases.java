// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.util.IOUtils;

/** Ports that a subject holds until it is closed. */
final class Leases implements AutoCloseable {
    private final Deque<AutoCloseable> leases = new ArrayDeque<>();

    <P extends AutoCloseable> P take(Class<P> port, String name, Map<String, String> settings) throws IOException {
        Ports.Lease<P> lease = Ports.lease(port, name, settings);
        leases.push(lease);
        return lease.get();
    }

    /** The blob store in a folder. */
    BlobStore blobs(Path folder) throws IOException {
        return take(BlobStore.class, "file", path(folder));
    }

    /** Settings of a world that keeps its pictures in that store. */
    static Map<String, String> withBlobs(Path folder, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("blobs", "file");
        path(folder).forEach((key, value) -> all.put("blobs." + key, value));
        return all;
    }

    private static Map<String, String> path(Path folder) {
        return Map.of("path", folder.resolve("blobs").toUri().toString());
    }

    @Override
    public void close() {
        IOUtils.closeAllQuietly(leases);
    }
}
