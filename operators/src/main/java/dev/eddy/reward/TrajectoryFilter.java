// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Decides which scored runs a policy is taught by before it learns online (the papers' cold start): those that meet every
 * criterion of their agent. An agent that declares none wants right answers. A pure function; immutable and thread-safe.
 */
public final class TrajectoryFilter {
    private final Map<String, List<Criterion>> criteria;

    /** @param criteria by agent, in the order in which they are asked */
    public TrajectoryFilter(Map<String, List<Criterion>> criteria) {
        this.criteria = Map.copyOf(criteria);
    }

    /** With what the agents on the class path declare. */
    public static TrajectoryFilter found() {
        Map<String, List<Criterion>> criteria = new HashMap<>();
        for (AgentCriteria declared :
                ServiceLoader.load(AgentCriteria.class, TrajectoryFilter.class.getClassLoader())) {
            criteria.put(declared.agent(), declared.criteria());
        }
        return new TrajectoryFilter(criteria);
    }

    /** Why a run is not to be learnt from: the first criterion that it fails; empty where it is. */
    public Optional<String> objection(RewardedTrajectory run) {
        if (run.getStatus() != RewardStatus.OK) {
            return Optional.of("unscored");
        }
        if (!run.getTrainable()) {
            return Optional.of("untrainable");
        }
        return criteria.getOrDefault(run.getAgent(), List.of(Criterion.RIGHT_ANSWER)).stream()
                .filter(criterion -> !criterion.holds().test(run))
                .map(Criterion::reason)
                .findFirst();
    }
}
