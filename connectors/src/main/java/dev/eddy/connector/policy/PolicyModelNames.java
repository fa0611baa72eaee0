// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.policy;

import dev.eddy.agent.PolicyVersion;

/** What the models are called that serve versions of policies: policy, number and the first digits of the weights' hash. */
public final class PolicyModelNames {
    private static final int HASH_DIGITS = 12;

    private PolicyModelNames() {}

    public static String of(PolicyVersion version) {
        return version.policy() + "-" + version.version() + "-"
                + version.sha256().substring(0, HASH_DIGITS);
    }
}
