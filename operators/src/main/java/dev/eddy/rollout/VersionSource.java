// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.PolicyVersion;

/** Which policy version a generation is issued to, asked when it is issued. */
@FunctionalInterface
public interface VersionSource {
    /**
     * The version to issue to; null where none is announced.
     *
     * @param policy null for the query's own, which may be pinned
     */
    PolicyVersion current(String policy);

    /** The same version for a run's own policy, none for any other. */
    static VersionSource only(PolicyVersion version) {
        return policy -> policy == null || policy.equals(version.policy()) ? version : null;
    }
}
