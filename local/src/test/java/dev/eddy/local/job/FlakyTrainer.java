// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.job;

import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One weight that depends on every sample and its order; some of a run's steps, counted over all restarts, die half done. */
final class FlakyTrainer implements PolicyTrainer {
    private static final Map<String, AtomicInteger> STEPS = new ConcurrentHashMap<>();

    private final AtomicInteger steps;
    private final Set<Integer> deadly;
    private long weight = 17;

    FlakyTrainer(AtomicInteger steps, Set<Integer> deadly) {
        this.steps = steps;
        this.deadly = deadly;
    }

    @Override
    public byte[] weights() {
        return ByteBuffer.allocate(Long.BYTES).putLong(weight).array();
    }

    @Override
    public byte[] snapshot() {
        return weights();
    }

    @Override
    public void restore(byte[] snapshot) {
        weight = ByteBuffer.wrap(snapshot).getLong();
    }

    @Override
    public void reset(byte[] weights) {
        restore(weights);
    }

    @Override
    public Optional<String> objection(Sample sample) {
        return Optional.empty();
    }

    @Override
    public Map<String, Double> step(List<Sample> batch, double progress) {
        for (Sample sample : batch) {
            weight = weight * 31 + sample.trajectory().getTrajectoryId().hashCode();
        }
        int done = steps.incrementAndGet();
        if (deadly.contains(done)) {
            throw new IllegalStateException("step " + done + " of this run dies");
        }
        return Map.of("loss", (double) weight);
    }

    @Override
    public void close() {
        // holds nothing
    }

    /** Name {@code flaky}; settings {@code run}, and {@code deadly}: the steps that die, such as {@code 3,7}. */
    public static final class Factory implements PortFactory<PolicyTrainer> {
        @Override
        public Class<PolicyTrainer> port() {
            return PolicyTrainer.class;
        }

        @Override
        public String name() {
            return "flaky";
        }

        @Override
        public PolicyTrainer open(Map<String, String> settings) {
            AtomicInteger steps = STEPS.computeIfAbsent(settings.get("run"), unseen -> new AtomicInteger());
            return new FlakyTrainer(
                    steps,
                    Stream.of(settings.get("deadly").split(","))
                            .map(Integer::valueOf)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }
}
