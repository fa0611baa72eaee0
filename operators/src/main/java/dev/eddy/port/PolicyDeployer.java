// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.PolicyVersion;
import java.util.concurrent.CompletableFuture;

/**
 * Brings the versions of policies to the servers that compute them. Has one user, who announces the versions. Thread-safe; never
 * blocks the caller. Failures complete the future with a {@link PortException}.
 */
public interface PolicyDeployer extends AutoCloseable {
    /** Completes when the servers answer for this version; one that is there already is left as it is. */
    CompletableFuture<Void> deploy(PolicyVersion version, byte[] weights);

    /** Whether the servers answer for this version now: what was deployed may be lost with a server. */
    CompletableFuture<Boolean> serves(PolicyVersion version);

    /** Takes a version away once its calls under way are done; one that is not there is harmless. */
    CompletableFuture<Void> retire(PolicyVersion version);

    @Override
    void close();
}
