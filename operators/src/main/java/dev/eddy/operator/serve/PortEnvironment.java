// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.rollout.Rollouts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.IOUtils;

/**
 * Leases the ports that a job chose and runs its agents on them.
 *
 * @param ports by interface; a {@link PolicyModel} and a {@link BlobStore} at least. With an {@link EffectJournal}, effects
 *     are journaled
 */
public record PortEnvironment(
        AgentSource agents, HashMap<Class<? extends AutoCloseable>, PortChoice> ports, EffectLimits limits)
        implements LoopEnvironment {
    public PortEnvironment {
        ports = new HashMap<>(ports);
        for (Class<?> needed : List.of(PolicyModel.class, BlobStore.class)) {
            if (!ports.containsKey(needed)) {
                throw new IllegalArgumentException("loops need a " + needed.getSimpleName() + "; chosen are "
                        + ports.keySet().stream().map(Class::getSimpleName).toList());
            }
        }
    }

    @Override
    public Opened open() throws IOException {
        Leases leases = new Leases();
        try {
            EffectPorts opened = EffectPorts.none();
            for (Class<? extends AutoCloseable> port : ports.keySet()) {
                opened = leased(opened, port, leases);
            }
            EffectRunner runner = new PortEffectRunner(opened, limits);
            JournaledEffectRunner journaled = ports.containsKey(EffectJournal.class)
                    ? new JournaledEffectRunner(runner, opened.get(EffectJournal.class))
                    : null;
            return new Opened(
                    rollouts(opened.get(PolicyModel.class)),
                    journaled == null ? runner : journaled,
                    journaled,
                    opened.get(BlobStore.class),
                    leases);
        } catch (IOException | RuntimeException e) {
            IOUtils.closeQuietly(leases);
            throw e;
        }
    }

    private <P extends AutoCloseable> EffectPorts leased(EffectPorts opened, Class<P> port, Leases leases)
            throws IOException {
        return opened.with(port, leases.add(ports.get(port).lease(port)));
    }

    private Map<String, Rollouts<?>> rollouts(PolicyModel model) {
        Map<String, Rollouts<?>> rollouts = new LinkedHashMap<>();
        agents.agents().forEach((name, agent) -> rollouts.put(name, rollouts(agent, model)));
        return rollouts;
    }

    /** An agent counts and writes tokens before any model sees them, so the ids of both must be the same. */
    private static <S> Rollouts<S> rollouts(Agent<S> agent, PolicyModel model) {
        String written = agent.tokenizer().hash();
        if (!written.equals(model.tokenizerHash())) {
            throw new IllegalArgumentException("agent '" + agent.name() + "' writes tokens of tokenizer " + written
                    + ", but the policy model " + model.card().name() + " reads those of " + model.tokenizerHash()
                    + ": choose a PolicyModel with the agent's tokenizer");
        }
        return new Rollouts<>(agent, model.card());
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
