// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static java.util.stream.Collectors.toSet;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Trajectory;
import java.util.Collection;
import java.util.Set;

/** Which weights stood behind what. */
final class Versions {
    private Versions() {}

    static Set<PolicyVersion> announced(Collection<PolicyUpdate> updates) {
        return updates.stream()
                .map(update -> new PolicyVersion(update.getPolicy(), update.getVersion(), update.getSha256()))
                .collect(toSet());
    }

    /** All that wrote a token of a trajectory. */
    static Set<PolicyVersion> written(Trajectory trajectory) {
        return trajectory.getRows().stream()
                .flatMap(row -> row.getVersions().stream())
                .map(run -> new PolicyVersion(trajectory.getQuery().getPolicy(), run.getVersion(), run.getSha256()))
                .collect(toSet());
    }
}
