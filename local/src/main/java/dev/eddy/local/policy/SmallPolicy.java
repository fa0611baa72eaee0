// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.Generation;
import dev.eddy.port.PolicyModel;
import java.util.concurrent.CompletableFuture;

/**
 * One set of weights, ready to speak: itself the scorer that computes in the calling thread. Immutable and thread-safe; never
 * blocks the caller.
 */
public interface SmallPolicy extends Scorer {
    /**
     * Answers a request for these weights; fails as {@link PolicyModel#generate} does. Need not heed the cap of tokens.
     *
     * @param scorer of these weights
     */
    CompletableFuture<Generation> generate(PolicyModel.Request request, Scorer scorer);
}
