// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One agent's reward: a pure function of a trajectory, its label, what judges and verifiers say, and the settings that it was
 * made with. Sees nothing that stands in the blob store. Immutable and thread-safe.
 */
public interface AgentReward {
    /** Name and version of the function, as scored records carry it; a change of values is a new version. */
    String scorer();

    /** The estimator of advantages that the agent's paper trains with; empty for the job's own. */
    default Optional<AdvantageEstimator> estimator() {
        return Optional.empty();
    }

    /**
     * Kinds of effects without which runs in the agent's own mode have no reward, or a figure that the settings ask for is missing:
     * a job that has nothing to run one of them on does not start. Kinds that only other modes ask for are left out; where they
     * cannot be run, those runs have no reward.
     */
    default Set<Class<? extends Effect>> needs() {
        return Set.of();
    }

    /**
     * What must be asked outside before a run can be scored, numbered from 0; for most runs nothing.
     *
     * @param label sound: {@link dev.eddy.metric.Metric#problem} finds nothing
     */
    default List<Effect> asks(TrajectorySummary trajectory, Label label) {
        return List.of();
    }

    /**
     * The score of a run that came to its own end or was stopped for a reason of the policy's making.
     *
     * @param label sound: {@link dev.eddy.metric.Metric#problem} finds nothing
     * @param answers what {@link #asks} brought, in order; empty where nobody was there to ask
     */
    Score score(TrajectorySummary trajectory, Label label, List<EffectResult> answers);
}
