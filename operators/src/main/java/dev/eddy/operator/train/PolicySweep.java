// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Clears a policy store of weights that nobody will ask for. */
final class PolicySweep {
    private PolicySweep() {}

    /**
     * Removes all versions of a policy up to the newest announced one that are not announced: those stored but never
     * announced because the job died or newer weights came first, and those that the caller no longer keeps. Numbers above
     * are left alone, since they may be about to be announced.
     *
     * @param announced what to keep; not empty
     * @param remove removes one
     * @return how many were removed
     */
    static CompletableFuture<Integer> sweep(
            PolicyStore store,
            String policy,
            Collection<PolicyVersion> announced,
            Function<PolicyVersion, CompletableFuture<Void>> remove) {
        Set<PolicyVersion> keep = Set.copyOf(announced);
        long newest = keep.stream().mapToLong(PolicyVersion::version).max().orElseThrow();
        return store.list(policy).thenCompose(stored -> {
            CompletableFuture<?>[] removals = stored.stream()
                    .filter(version -> version.version() <= newest && !keep.contains(version))
                    .map(remove)
                    .toArray(CompletableFuture[]::new);
            return CompletableFuture.allOf(removals).thenApply(done -> removals.length);
        });
    }
}
