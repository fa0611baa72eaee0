// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.concurrent.CompletableFuture;

/** Computes the logits of one set of weights, here or elsewhere. Thread-safe; never blocks the caller. */
@FunctionalInterface
public interface Scorer {
    /**
     * What a network makes of rows, a row of logits for each; fails as a port does.
     *
     * @param head the network's name in the file of the weights
     */
    CompletableFuture<float[][]> score(String head, Rows rows);
}
