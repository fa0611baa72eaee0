// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Stores;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The scripted teacher of MCite, served like any policy. */
public final class ScriptFamily implements PolicyFamily {
    static final String NAME = "mcite-script";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CompletableFuture<SmallPolicy> load(byte[] weights, BlobStore blobs) {
        Script.FORM.read(weights);
        return CompletableFuture.completedFuture(new Script(MCiteMind.of(blobs)));
    }

    @Override
    public LocalPolicyTrainer<?> trainer(BlobStore blobs, Stores stores, Map<String, String> settings) {
        throw new IllegalArgumentException("a script does not learn: set 'family' to mcite");
    }
}
