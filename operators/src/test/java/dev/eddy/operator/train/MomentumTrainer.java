// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.port.PolicyTrainer;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Trajectory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The smallest trainer with an optimiser: one weight that moves with momentum. Sensitive to the order of its samples. */
final class MomentumTrainer implements PolicyTrainer {
    private double weight = 1;
    private double momentum;

    static double weightIn(byte[] weights) {
        return ByteBuffer.wrap(weights).getDouble();
    }

    @Override
    public byte[] weights() {
        return ByteBuffer.allocate(Double.BYTES).putDouble(weight).array();
    }

    @Override
    public byte[] snapshot() {
        return ByteBuffer.allocate(2 * Double.BYTES)
                .putDouble(weight)
                .putDouble(momentum)
                .array();
    }

    @Override
    public void restore(byte[] snapshot) {
        ByteBuffer values = ByteBuffer.wrap(snapshot);
        weight = values.getDouble();
        momentum = values.getDouble();
    }

    @Override
    public void reset(byte[] weights) {
        weight = weightIn(weights);
        momentum = 0;
    }

    @Override
    public CompletableFuture<Void> prepare(List<Trajectory> trajectories) {
        return trajectories.stream()
                        .anyMatch(trajectory -> trajectory.getModelName().equals("cut off"))
                ? CompletableFuture.failedFuture(new MalformedRecordException("the last varint is cut off", null))
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public Optional<String> objection(Sample sample) {
        return Optional.ofNullable(sample.trajectory().getError()).map(error -> "it says " + error);
    }

    @Override
    public Map<String, Double> step(List<Sample> batch, double progress) {
        double gradient = 0;
        for (Sample sample : batch) {
            int direction = sample.trajectory().getTrajectoryId().hashCode() % 100;
            gradient = 0.9 * gradient + sample.member().getAdvantage() * direction;
        }
        momentum = 0.5 * momentum + gradient;
        weight += (1 - progress / 2) * momentum;
        return Map.of("loss", gradient, "progress", progress);
    }

    @Override
    public void close() {
        // holds nothing
    }
}
