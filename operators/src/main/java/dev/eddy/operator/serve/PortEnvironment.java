// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.agent.ModelCard;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.rollout.Rollouts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.util.IOUtils;

/**
 * Leases the ports that a job chose and runs its agents on them.
 *
 * @param journal null for none
 */
public record PortEnvironment(
        AgentSource agents,
        PortChoice model,
        PortChoice bank,
        PortChoice blobs,
        PortChoice journal,
        EffectLimits limits)
        implements LoopEnvironment {
    @Override
    public Opened open() throws IOException {
        Leases leases = new Leases();
        try {
            PolicyModel policies = leases.add(model.lease(PolicyModel.class));
            DemonstrationBank banks = leases.add(bank.lease(DemonstrationBank.class));
            BlobStore store = leases.add(blobs.lease(BlobStore.class));
            EffectRunner runner = new PortEffectRunner(policies, banks, store, limits);
            JournaledEffectRunner journaled = journal == null
                    ? null
                    : new JournaledEffectRunner(runner, leases.add(journal.lease(EffectJournal.class)));
            return new Opened(
                    rollouts(policies.card()), journaled == null ? runner : journaled, journaled, store, leases);
        } catch (IOException | RuntimeException e) {
            IOUtils.closeQuietly(leases);
            throw e;
        }
    }

    private Map<String, Rollouts<?>> rollouts(ModelCard card) {
        Map<String, Rollouts<?>> rollouts = new LinkedHashMap<>();
        agents.agents().forEach((name, agent) -> rollouts.put(name, rollouts(agent, card)));
        return rollouts;
    }

    private static <S> Rollouts<S> rollouts(Agent<S> agent, ModelCard card) {
        return new Rollouts<>(agent, card);
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
