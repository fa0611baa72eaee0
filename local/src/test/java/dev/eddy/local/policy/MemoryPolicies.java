// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Weights in a map. */
public final class MemoryPolicies implements PolicyStore {
    private final Map<PolicyVersion, byte[]> weights = new ConcurrentHashMap<>();

    /** Stores weights as a version of the policy {@code acticl}. */
    public PolicyVersion put(long version, byte[] bytes) {
        PolicyVersion named = new PolicyVersion("acticl", version, Sha256.hex(bytes));
        put(named, bytes).join();
        return named;
    }

    @Override
    public CompletableFuture<Void> put(PolicyVersion version, byte[] bytes) {
        weights.put(version, bytes);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<byte[]> get(PolicyVersion version) {
        byte[] bytes = weights.get(version);
        return bytes == null
                ? CompletableFuture.failedFuture(new PortException(EffectStatus.REJECTED, "no weights " + version))
                : CompletableFuture.completedFuture(bytes);
    }

    @Override
    public CompletableFuture<List<PolicyVersion>> list(String policy) {
        return CompletableFuture.completedFuture(List.copyOf(weights.keySet()));
    }

    @Override
    public CompletableFuture<Void> delete(PolicyVersion version) {
        weights.remove(version);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}
}
