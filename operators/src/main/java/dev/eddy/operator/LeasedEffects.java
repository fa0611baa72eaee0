// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.effect.PortGuard;
import dev.eddy.port.CallLimits;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.failsafe.spi.Scheduler;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.IOUtils;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/**
 * A runner of effects on leased ports, whose calls are held back and made again as their choices say; with an {@link EffectJournal}
 * among them, effects are journaled. Closing it gives the leases back and drops what was put off: attempts that pause, and completions
 * that a required journal is to be offered again.
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
     * @param defaults of ports whose choices set none
     * @throws IOException if one cannot be opened; those that could are given back
     */
    public static LeasedEffects open(Map<Class<? extends AutoCloseable>, PortChoice> choices, EffectLimits defaults)
            throws IOException {
        EffectLimits limits = defaults.with(choices);
        Leases leases = new Leases();
        try {
            EffectPorts opened = EffectPorts.none();
            List<PortGuard> guards = new ArrayList<>();
            for (Class<? extends AutoCloseable> port : choices.keySet()) {
                opened = leased(opened, port, choices.get(port), limits, guards, leases);
            }
            EffectRunner runner = new PortEffectRunner(opened, limits);
            JournaledEffectRunner journaled = opened.find(EffectJournal.class)
                    .map(journal -> new JournaledEffectRunner(runner, journal, leases.timer()))
                    .orElse(null);
            return new LeasedEffects(opened, journaled == null ? runner : journaled, journaled, guards, leases);
        } catch (IOException | RuntimeException e) {
            IOUtils.closeQuietly(leases);
            throw e;
        }
    }

    private static <P extends AutoCloseable> EffectPorts leased(
            EffectPorts opened,
            Class<P> port,
            PortChoice choice,
            EffectLimits effects,
            List<PortGuard> guards,
            Leases leases)
            throws IOException {
        Ports.Lease<P> lease = choice.lease(port);
        leases.add(lease);
        CallLimits limits = choice.limits().resolved(lease.remote(), lease.persistent(), effects.deadline(port));
        if (!PortGuard.needed(limits)) {
            return opened.with(port, lease.get());
        }
        PortGuard guard = new PortGuard(port, limits, leases.timer(), System::nanoTime);
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
        private Scheduler timer;

        /** Begins what was put off, on a thread that it has only where something was. */
        private Scheduler timer() {
            if (timer == null) {
                ScheduledThreadPoolExecutor threads =
                        new ScheduledThreadPoolExecutor(1, new ExecutorThreadFactory("eddy-retries"));
                threads.setRemoveOnCancelPolicy(true);
                threads.setKeepAliveTime(10, TimeUnit.SECONDS);
                threads.allowCoreThreadTimeOut(true);
                add(threads::shutdownNow);
                timer = Scheduler.of(threads);
            }
            return timer;
        }

        private void add(AutoCloseable lease) {
            open.push(lease);
        }

        @Override
        public void close() throws Exception {
            IOUtils.closeAll(open);
        }
    }
}
