// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * Opens ports by name, one instance a JVM for the same name and settings: channels, caches and worlds are shared among
 * subtasks and closed with the last lease. Thread-safe.
 */
public final class Ports {
    private static final Map<Key, Shared> OPEN = new HashMap<>();

    private Ports() {}

    /**
     * Leases a port.
     *
     * @throws IllegalArgumentException if no implementation has this name; lists those that there are
     * @throws IOException if it cannot be opened
     */
    public static <P extends AutoCloseable> Lease<P> lease(Class<P> port, String name, Map<String, String> settings)
            throws IOException {
        Key key = new Key(port, name, Map.copyOf(settings));
        synchronized (OPEN) {
            Shared shared = OPEN.get(key);
            if (shared == null) {
                PortFactory<P> factory = factory(port, name);
                shared = new Shared(
                        factory.open(key.settings()),
                        factory.remote(key.settings()),
                        factory.persistent(key.settings()));
                OPEN.put(key, shared);
            }
            shared.leases++;
            return new Lease<>(key, port.cast(shared.instance), shared.remote, shared.persistent);
        }
    }

    /**
     * Opens an instance of one's own, for ports that hold their user's state, such as a {@link PolicyTrainer}.
     *
     * @throws IllegalArgumentException if no implementation has this name; lists those that there are
     * @throws IOException if it cannot be opened
     */
    public static <P extends AutoCloseable> P open(Class<P> port, String name, Map<String, String> settings)
            throws IOException {
        return factory(port, name).open(Map.copyOf(settings));
    }

    /**
     * What {@link PortFactory#remote} says, for a port that is made of another.
     *
     * @throws IllegalArgumentException if no implementation has this name; lists those that there are
     */
    public static <P extends AutoCloseable> boolean remote(Class<P> port, String name, Map<String, String> settings) {
        return factory(port, name).remote(Map.copyOf(settings));
    }

    /** What {@link PortFactory#persistent} says, likewise. */
    public static <P extends AutoCloseable> boolean persistent(
            Class<P> port, String name, Map<String, String> settings) {
        return factory(port, name).persistent(Map.copyOf(settings));
    }

    private static <P extends AutoCloseable> PortFactory<P> factory(Class<P> port, String name) {
        TreeSet<String> names = new TreeSet<>();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (PortFactory<?> factory : ServiceLoader.load(PortFactory.class, loader)) {
            if (factory.port() == port) {
                if (factory.name().equals(name)) {
                    @SuppressWarnings("unchecked") // its port() is P
                    PortFactory<P> found = (PortFactory<P>) factory;
                    return found;
                }
                names.add(factory.name());
            }
        }
        throw new IllegalArgumentException("no " + port.getSimpleName() + " is named '" + name + "'; there are " + names
                + ". Set the port's name to one of these or put its module on the class path.");
    }

    private record Key(Class<?> port, String name, Map<String, String> settings) {}

    private static final class Shared {
        private final AutoCloseable instance;
        private final boolean remote;
        private final boolean persistent;
        private int leases;

        private Shared(AutoCloseable instance, boolean remote, boolean persistent) {
            this.instance = instance;
            this.remote = remote;
            this.persistent = persistent;
        }
    }

    /** A share in a port; close it once. */
    public static final class Lease<P> implements AutoCloseable {
        private final Key key;
        private final P instance;
        private final boolean remote;
        private final boolean persistent;
        private boolean closed;

        private Lease(Key key, P instance, boolean remote, boolean persistent) {
            this.key = key;
            this.instance = instance;
            this.remote = remote;
            this.persistent = persistent;
        }

        public P get() {
            return instance;
        }

        /** As its factory says: {@link PortFactory#remote}. */
        public boolean remote() {
            return remote;
        }

        /** As its factory says: {@link PortFactory#persistent}. */
        public boolean persistent() {
            return persistent;
        }

        @Override
        public void close() throws Exception {
            synchronized (OPEN) {
                if (closed) {
                    return;
                }
                closed = true;
                Shared shared = OPEN.get(key);
                if (--shared.leases > 0) {
                    return;
                }
                OPEN.remove(key);
                shared.instance.close();
            }
        }
    }
}
