// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Trajectory;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What the trainer must know about a family. Thread-safe.
 *
 * @param <L> a model call, ready to learn from
 */
public interface TrainableFamily<L> {
    /** Fresh weights, equal for equal seeds. */
    TrainablePolicy<L> initial(long seed);

    /** Weights from their file; throws INVALID for anything else. */
    TrainablePolicy<L> read(byte[] weights);

    /** The learning rate of each parameter at the beginning. */
    LearningRates rates();

    /**
     * The calls of this policy in a trajectory; fails with INVALID where it cannot have made one of them.
     *
     * @param segments of the trajectory
     */
    CompletableFuture<List<L>> lessons(Trajectory trajectory, List<PromptSegment> segments);
}
