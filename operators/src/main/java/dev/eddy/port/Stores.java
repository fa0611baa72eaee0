// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.util.IOUtils;

/**
 * The ports that another port uses, by its settings: {@code <store>} names a port, {@code <store>.<key>} are that port's own
 * settings. Gives them back when closed.
 */
public final class Stores implements AutoCloseable {
    private final TreeMap<String, String> settings;
    private final List<Ports.Lease<?>> leases = new ArrayList<>();

    public Stores(Map<String, String> settings) {
        this.settings = new TreeMap<>(settings);
    }

    /** Leases a store and takes its settings out of {@link #others}. */
    public <P extends AutoCloseable> P lease(Class<P> port, String store) throws IOException {
        String name = settings.remove(store);
        if (name == null) {
            throw new IllegalArgumentException("the setting '" + store + "' is missing: the name of a "
                    + port.getSimpleName() + ", whose own settings are '" + store + ".<setting>'");
        }
        Map<String, String> own = new HashMap<>();
        settings.entrySet().removeIf(entry -> {
            boolean mine = entry.getKey().startsWith(store + ".");
            if (mine) {
                own.put(entry.getKey().substring(store.length() + 1), entry.getValue());
            }
            return mine;
        });
        return lease(port, name, own);
    }

    /** Leases a port whose name is not for settings to choose. */
    public <P extends AutoCloseable> P lease(Class<P> port, String name, Map<String, String> own) throws IOException {
        Ports.Lease<P> lease = Ports.lease(port, name, own);
        leases.add(lease);
        return lease.get();
    }

    /** The settings that belong to no store leased so far. */
    public Map<String, String> others() {
        return settings;
    }

    /**
     * Closes who uses the stores and then gives them back, all of them, whichever fails.
     *
     * @throws IllegalStateException with the first failure as its cause, to which the others are added
     */
    public void closeAfter(AutoCloseable... users) {
        List<AutoCloseable> all = new ArrayList<>(List.of(users));
        all.addAll(leases);
        try {
            IOUtils.closeAll(all);
        } catch (Exception e) { // AutoCloseable declares no narrower one
            throw new IllegalStateException("a port or a store that it uses does not close: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        closeAfter();
    }
}
