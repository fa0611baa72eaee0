// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.effect.EffectPorts;
import dev.eddy.job.PortOption;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.util.IOUtils;

/** Ports that a subject holds until it is closed: opened here, and as jobs are told of them. */
final class Leases implements AutoCloseable {
    private final Deque<AutoCloseable> leases = new ArrayDeque<>();
    private final Map<PortOption, PortChoice> choices = new EnumMap<>(PortOption.class);
    private final Map<String, String> withBlobs = new HashMap<>();
    private EffectPorts ports = EffectPorts.none();

    /** Begins with the blob store at a place on any of Flink's file systems. */
    Leases(URI blobs) throws IOException {
        Map<String, String> settings = Map.of("path", blobs.toString());
        take(PortOption.BLOB_STORE, BlobStore.class, PortChoice.of("file", settings));
        withBlobs.put("blobs", "file");
        settings.forEach((key, value) -> withBlobs.put("blobs." + key, value));
    }

    /** Takes a port that keeps its pictures in the blob store. */
    <P extends AutoCloseable> P takeWithBlobs(
            PortOption option, Class<P> port, String name, Map<String, String> settings) throws IOException {
        return take(option, port, PortChoice.of(name, withBlobs).with(settings));
    }

    <P extends AutoCloseable> P take(PortOption option, Class<P> port, PortChoice choice) throws IOException {
        Ports.Lease<P> lease = choice.lease(port);
        leases.push(lease);
        choices.put(option, choice);
        ports = ports.with(port, lease.get());
        return lease.get();
    }

    /** Of a port that jobs have and the plain driver goes without. */
    void chooseForJobs(PortOption option, PortChoice choice) {
        choices.put(option, choice);
    }

    EffectPorts ports() {
        return ports;
    }

    Map<PortOption, PortChoice> choices() {
        return choices;
    }

    @Override
    public void close() {
        IOUtils.closeAllQuietly(leases);
    }
}
