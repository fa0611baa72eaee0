// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.schemas.GroupMember;
import java.util.Map;

/**
 * One set of weights that can be learnt from. Immutable and thread-safe.
 *
 * @param <L> a model call, ready to learn from
 */
public interface TrainablePolicy<L> {
    /** As serving loads it. */
    byte[] bytes();

    /** All that is learnt; not to be changed. */
    float[] parameters();

    /** The same with other parameters. */
    TrainablePolicy<L> moved(float[] parameters);

    /**
     * Begins a batch under these weights.
     *
     * @param progress of the training that is done, 0 to 1, for schedules
     */
    Batch<L> batch(ChoiceLoss loss, double progress);

    /** What of the weights is worth watching while they learn. */
    default Map<String, Double> figures() {
        return Map.of();
    }

    /** The gradient of a batch in the making. */
    interface Batch<L> {
        /** Adds one call of a member that has an advantage. */
        void add(L lesson, GroupMember member);

        /** One number a parameter. */
        float[] gradient();
    }
}
