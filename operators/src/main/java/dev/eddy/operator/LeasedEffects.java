// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.effect.PortGuard;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.IOUtils;

/**
 * A runner of effects on leased ports, whose calls are held back as their choices say; with an {@link EffectJournal} among them, effects are journaled. Closing it gives the leases
 * back.
 *
 * @param journal the one that {@code runner} goes through; null where effects are not journaled
 * @param guards of those ports whose calls are held back
 * @param leases closed after {@code runner}
 */
public record LeasedEffects(
        EffectPorts ports,
        EffectRunner runner,
        JournaledEffectRunner journal,
        List<PortGuard> guards,
        AutoCloseable leases)
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
            List<PortGuard> guards = new ArrayList<>();
            for (Class<? extends AutoCloseable> port : choices.keySet()) {
                opened = leased(opened, port, choices.get(port), guards, leases);
            }
            EffectRunner runner = new PortEffectRunner(opened, limits);
            JournaledEffectRunner journaled = opened.find(EffectJournal.class)
                    .map(journal -> new JournaledEffectRunner(runner, journal))
                    .orElse(null);
            return new LeasedEffects(opened, journaled == null ? runner : journaled, journaled, guards, leases);
        } catch (IOException | RuntimeException e) {
            IOUtils.closeQuietly(leases);
            throw e;
        }
    }

    private static <P extends AutoCloseable> EffectPorts leased(
            EffectPorts opened, Class<P> port, PortChoice choice, List<PortGuard> guards, Leases leases)
            throws IOException {
        Ports.Lease<P> lease = choice.lease(port);
        leases.add(lease);
        if (!PortGuard.needed(choice.limits(), lease.remote())) {
            return opened.with(port, lease.get());
        }
        PortGuard guard = new PortGuard(port, choice.limits(), lease.remote(), System::nanoTime);
        guards.add(guard);
        return opened.with(port, guard.around(port, lease.get()));
    }

    @Override
    public void close() throws Exception {
        try (leases) {
            runner.close();
        }
    }

    private static final class Leases implements AutoCloseable {
        private final ArrayDeque<AutoCloseable> open = new ArrayDeque<>();

        private void add(AutoCloseable lease) {
            open.push(lease);
        }

        @Override
        public void close() throws Exception {
            IOUtils.closeAll(open);
        }
    }
}
