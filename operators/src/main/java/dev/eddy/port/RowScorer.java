// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.PolicyVersion;
import java.util.concurrent.CompletableFuture;

/**
 * Computes the small networks of policy versions outside this process. Thread-safe; never blocks the caller. Failures complete the
 * future with a {@link PortException}: REJECTED where the version is not served.
 */
public interface RowScorer extends AutoCloseable {
    /**
     * What a network makes of rows: a row of logits for each.
     *
     * @param network its name in the file of the version's weights
     * @param rows all of the network's length; not to be changed
     */
    CompletableFuture<float[][]> score(PolicyVersion version, String network, float[][] rows);

    @Override
    void close();
}
