// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.TrainingGroup;
import picocli.CommandLine.Option;

/** Which policies' work is meant, by which of their versions. */
final class PolicySelection {
    @Option(names = "--policy", paramLabel = "NAME", description = "Only of this policy.")
    private String policy;

    @Option(names = "--from-version", paramLabel = "N", description = "Only without older tokens.")
    private Long fromVersion;

    @Option(names = "--to-version", paramLabel = "N", description = "Only without newer tokens.")
    private Long toVersion;

    boolean takes(TrainingGroup group) {
        return takes(group.getPolicy(), group.getPolicyVersionMin(), group.getPolicyVersionMax());
    }

    boolean takes(String name, long oldest, long newest) {
        return (policy == null || name.equals(policy))
                && (fromVersion == null || oldest >= fromVersion)
                && (toVersion == null || newest <= toVersion);
    }
}
