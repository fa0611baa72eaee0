// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Which implementation of a port to use, with what settings: what travels with a job to the tasks that open it.
 *
 * @param name as in {@link PortFactory#name()}
 * @param settings its own, by their names
 * @param limits of the calls to it
 */
public record PortChoice(String name, HashMap<String, String> settings, CallLimits limits) implements Serializable {
    public PortChoice {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(limits, "limits");
        settings = new HashMap<>(settings);
    }

    public static PortChoice of(String name, Map<String, String> settings) {
        return new PortChoice(name, new HashMap<>(settings), CallLimits.DEFAULT);
    }

    /** The same implementation with these limits in the place of its own. */
    public PortChoice within(CallLimits limits) {
        return new PortChoice(name, settings, limits);
    }

    /** The same implementation with these settings before its own. */
    public PortChoice with(Map<String, String> settings) {
        HashMap<String, String> all = new HashMap<>(this.settings);
        all.putAll(settings);
        return new PortChoice(name, all, limits);
    }

    /** A share in the JVM's one instance of this choice; see {@link Ports#lease}. */
    public <P extends AutoCloseable> Ports.Lease<P> lease(Class<P> port) throws IOException {
        return Ports.lease(port, name, settings);
    }

    /** An instance of one's own; see {@link Ports#open}. */
    public <P extends AutoCloseable> P open(Class<P> port) throws IOException {
        return Ports.open(port, name, settings);
    }

    /** Name and keys; values may be secrets. */
    @Override
    public String toString() {
        return name + new TreeMap<>(settings).keySet();
    }
}
