// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import org.apache.flink.util.IOUtils;

/**
 * A runner of effects on leased ports; with an {@link EffectJournal} among them, effects are journaled. Closing it gives the leases
 * back.
 *
 * @param journal the one that {@code runner} goes through; null where effects are not journaled
 * @param leases closed after {@code runner}
 */
public record LeasedEffects(EffectPorts ports, EffectRunner runner, JournaledEffectRunner journal, AutoCloseable leases)
        implements AutoCloseable {
    /**
     * Leases ports.
     *
     * @param choices by interface; a {@link dev.eddy.port.BlobStore} at least
     * @throws IOException if one cannot be opened; those that could are given back
     */
    public static LeasedEffects open(Map<Class<? extends AutoCloseable>, PortChoice> choices, EffectLimits limits)
            throws IOException {
        Leases leases = new Leases();
        try {
            EffectPorts opened = EffectPorts.none();
            for (Class<? extends AutoCloseable> port : choices.keySet()) {
                opened = leased(opened, port, choices.get(port), leases);
            }
            EffectRunner runner = new PortEffectRunner(opened, limits);
            JournaledEffectRunner journaled = opened.find(EffectJournal.class)
                    .map(journal -> new JournaledEffectRunner(runner, journal))
                    .orElse(null);
            return new LeasedEffects(opened, journaled == null ? runner : journaled, journaled, leases);
        } catch (IOException | RuntimeException e) {
            IOUtils.closeQuietly(leases);
            throw e;
        }
    }

    private static <P extends AutoCloseable> EffectPorts leased(
            EffectPorts opened, Class<P> port, PortChoice choice, Leases leases) throws IOException {
        return opened.with(port, leases.add(choice.lease(port)));
    }

    @Override
    public void close() throws Exception {
        try (leases) {
            runner.close();
        }
    }

    private static final class Leases implements AutoCloseable {
        private final ArrayDeque<AutoCloseable> open = new ArrayDeque<>();

        private <P> P add(Ports.Lease<P> lease) {
            open.push(lease);
            return lease.get();
        }

        @Override
        public void close() throws Exception {
            IOUtils.closeAll(open);
        }
    }
}
