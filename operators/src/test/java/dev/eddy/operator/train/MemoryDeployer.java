// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Servers in memory, behind a gate for loads, which can be down or refuse, all or one of them. */
final class MemoryDeployer implements PolicyDeployer {
    final Gate loads = new Gate();
    final Set<PolicyVersion> served = new HashSet<>();
    EffectStatus failure;
    /** Whether others load what fails. */
    boolean failsOnOne;

    @Override
    public CompletableFuture<Void> deploy(PolicyVersion version, byte[] weights) {
        return loads.pass(() -> {
            if (failure == null || failsOnOne) {
                served.add(version);
            }
            if (failure != null) {
                throw new PortException(failure, "the server refuses " + version);
            }
            return null;
        });
    }

    @Override
    public CompletableFuture<Boolean> serves(PolicyVersion version) {
        return CompletableFuture.completedFuture(served.contains(version));
    }

    @Override
    public CompletableFuture<Void> retire(PolicyVersion version) {
        served.remove(version);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        // lives as long as its test
    }
}
