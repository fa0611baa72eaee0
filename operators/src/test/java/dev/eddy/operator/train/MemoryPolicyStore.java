// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Weights in memory, behind one gate for writes and one for reads; takes and gives nothing while it is down. */
final class MemoryPolicyStore implements PolicyStore {
    final Gate writes = new Gate();
    final Gate reads = new Gate();
    final Map<PolicyVersion, byte[]> weights = new HashMap<>();
    boolean down;
    int offered;

    @Override
    public CompletableFuture<Void> put(PolicyVersion version, byte[] content) {
        return writes.pass(() -> {
            offered++;
            up();
            named(version.policy());
            if (!Sha256.hex(content).equals(version.sha256())) {
                throw new PortException(EffectStatus.INVALID, "other weights than those of " + version);
            }
            weights.put(version, content);
            return null;
        });
    }

    @Override
    public CompletableFuture<byte[]> get(PolicyVersion version) {
        return reads.pass(() -> {
            up();
            byte[] content = weights.get(version);
            if (content == null) {
                throw new PortException(EffectStatus.REJECTED, "there are no weights of " + version);
            }
            return content;
        });
    }

    @Override
    public CompletableFuture<List<PolicyVersion>> list(String policy) {
        return new Gate().pass(() -> {
            named(policy);
            return weights.keySet().stream()
                    .filter(version -> version.policy().equals(policy))
                    .sorted(Comparator.comparingLong(PolicyVersion::version).thenComparing(PolicyVersion::sha256))
                    .toList();
        });
    }

    @Override
    public CompletableFuture<Void> delete(PolicyVersion version) {
        weights.remove(version);
        return CompletableFuture.completedFuture(null);
    }

    private void up() {
        if (down) {
            throw new PortException(EffectStatus.UNAVAILABLE, "no space left");
        }
    }

    private static void named(String policy) {
        if (!policy.matches("\\w[\\w.-]*")) {
            throw new PortException(EffectStatus.REJECTED, "'" + policy + "' is no policy name");
        }
    }

    @Override
    public void close() {
        // lives as long as its test
    }
}
