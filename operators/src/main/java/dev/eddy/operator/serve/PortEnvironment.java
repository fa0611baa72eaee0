// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.effect.EffectLimits;
import dev.eddy.operator.LeasedEffects;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortChoice;
import dev.eddy.rollout.Rollouts;
import java.io.IOException;
import java.time.Duration;
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
 * @param journalFor how long the journal must keep a completion: the longest loop, and how long the job may be down
 */
public record PortEnvironment(
        AgentSource agents,
        HashMap<Class<? extends AutoCloseable>, PortChoice> ports,
        EffectLimits limits,
        Duration journalFor)
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
        LeasedEffects leased = LeasedEffects.open(ports, limits);
        try {
            leased.ports().find(EffectJournal.class).ifPresent(this::refuseForgetful);
            return new Opened(
                    rollouts(leased.ports().get(PolicyModel.class)),
                    leased.runner(),
                    leased.journal(),
                    leased.ports().get(BlobStore.class),
                    leased.guards(),
                    leased.leases());
        } catch (RuntimeException e) {
            IOUtils.closeQuietly(leased);
            throw e;
        }
    }

    private void refuseForgetful(EffectJournal journal) {
        if (journal.keeps().compareTo(journalFor) < 0) {
            throw new IllegalArgumentException(
                    "the effect journal keeps a completion for " + journal.keeps()
                            + ", but a loop and the time that the job may be down come to " + journalFor
                            + ": what was paid for would be paid for again. Raise the journal's time to live in"
                            + " 'eddy.effect-journal.settings', or lower 'eddy.effect-journal.downtime' or 'eddy.loop.deadline'");
        }
    }

    private Map<String, Rollouts<?>> rollouts(PolicyModel model) {
        Map<String, Rollouts<?>> rollouts = new LinkedHashMap<>();
        agents.agents(model.tokenizer()).forEach((name, agent) -> rollouts.put(name, rollouts(agent, model)));
        return rollouts;
    }

    /** An agent that counts and writes with another tokenizer than it was made with would show the model nonsense. */
    private static <S> Rollouts<S> rollouts(Agent<S> agent, PolicyModel model) {
        String written = agent.tokenizer().hash();
        if (!written.equals(model.tokenizer().hash())) {
            throw new IllegalArgumentException("agent '" + agent.name() + "' writes tokens of tokenizer " + written
                    + ", but the policy model " + model.card().name() + " reads those of "
                    + model.tokenizer().hash() + ": its AgentFactory must use the tokenizer that it is handed");
        }
        return new Rollouts<>(agent, model.card());
    }
}
