// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.export;

import dev.eddy.schemas.TrainingGroup;
import java.util.function.Predicate;

/**
 * Which groups are meant.
 *
 * @param policy null for all
 * @param agent null for all
 * @param fromVersion the oldest token's version at least; null for any
 * @param toVersion the newest token's version at most; null for any
 */
public record GroupFilter(String policy, String agent, Long fromVersion, Long toVersion)
        implements Predicate<TrainingGroup> {
    @Override
    public boolean test(TrainingGroup group) {
        return (policy == null || group.getPolicy().equals(policy))
                && (agent == null || group.getAgent().equals(agent))
                && (fromVersion == null || group.getPolicyVersionMin() >= fromVersion)
                && (toVersion == null || group.getPolicyVersionMax() <= toVersion);
    }
}
