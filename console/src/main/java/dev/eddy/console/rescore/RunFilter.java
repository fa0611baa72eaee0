// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.rescore;

import dev.eddy.schemas.RewardedTrajectory;
import java.util.function.Predicate;

/**
 * Which scored runs are meant.
 *
 * @param policy null for all
 * @param agent null for all
 * @param fromVersion the oldest token's version at least; null for any
 * @param toVersion the newest token's version at most; null for any
 */
public record RunFilter(String policy, String agent, Long fromVersion, Long toVersion)
        implements Predicate<RewardedTrajectory> {
    @Override
    public boolean test(RewardedTrajectory run) {
        return (policy == null || run.getPolicy().equals(policy))
                && (agent == null || run.getAgent().equals(agent))
                && (fromVersion == null || run.getPolicyVersionMin() >= fromVersion)
                && (toVersion == null || run.getPolicyVersionMax() <= toVersion);
    }
}
