// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ports that effects run on, by their interface. What none of the agents needs may be missing. Immutable and thread-safe;
 * the ports stay their owner's.
 */
public final class EffectPorts {
    private final Map<Class<?>, AutoCloseable> ports;

    private EffectPorts(Map<Class<?>, AutoCloseable> ports) {
        this.ports = Map.copyOf(ports);
    }

    public static EffectPorts none() {
        return new EffectPorts(Map.of());
    }

    /** These and one more; it takes the place of another one of the same interface. */
    public <P extends AutoCloseable> EffectPorts with(Class<P> port, P instance) {
        Map<Class<?>, AutoCloseable> more = new HashMap<>(ports);
        more.put(port, port.cast(instance));
        return new EffectPorts(more);
    }

    /** Throws UNAVAILABLE where there is none. */
    public <P extends AutoCloseable> P get(Class<P> port) {
        return find(port)
                .orElseThrow(() -> new PortException(
                        EffectStatus.UNAVAILABLE,
                        "no " + port.getSimpleName()
                                + " is configured, which this agent needs: name one in the options"));
    }

    public <P extends AutoCloseable> Optional<P> find(Class<P> port) {
        return Optional.ofNullable(port.cast(ports.get(port)));
    }
}
