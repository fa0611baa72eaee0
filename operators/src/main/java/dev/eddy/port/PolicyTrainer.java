// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Trajectory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One policy that learns: weights and optimiser. Deterministic: the same snapshot and the same batches give the same
 * weights. Not thread-safe; computes in the calling thread.
 */
public interface PolicyTrainer extends AutoCloseable {
    /** A member of a group with what its advantage is to be applied to. */
    record Sample(Trajectory trajectory, GroupMember member) {}

    /** Weights as the serving side loads them. */
    byte[] weights();

    /** Weights, optimiser and whatever else the next step depends on. */
    byte[] snapshot();

    void restore(byte[] snapshot);

    /** Weights of an older version with a fresh optimiser: a rollback. */
    void reset(byte[] weights);

    /**
     * Fetches what learning from these trajectories needs beside them, such as their pictures, so that a step on them does not
     * block. Thread-safe; fails with REJECTED or INVALID where they can never be learnt from.
     */
    default CompletableFuture<Void> prepare(List<Trajectory> trajectories) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Why a sample cannot be learnt from, such as arrays of unequal length or tokens of another tokenizer: topics are
     * written by others too. Empty where it can; a step is only given samples without an objection.
     */
    Optional<String> objection(Sample sample);

    /**
     * One step on a batch of whole groups.
     *
     * @param progress share of the planned training that is done, 0 to 1, for schedules
     * @return figures of the step: {@code loss}, {@code gradientNorm}, {@code entropy}, {@code kl}, {@code clippedShare} ...
     */
    Map<String, Double> step(List<Sample> batch, double progress);

    @Override
    void close();
}
