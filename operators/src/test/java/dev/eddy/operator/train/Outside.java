// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortChoice;
import dev.eddy.port.PortFactory;
import dev.eddy.port.TrajectoryReader;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** What a test's train job finds outside: a store and a reader that outlive it. The ports are found by the test's name. */
final class Outside implements AutoCloseable {
    private static final Map<String, Outside> ALL = new ConcurrentHashMap<>();

    final MemoryPolicyStore store = new MemoryPolicyStore();
    final MemoryDeployer deployer = new MemoryDeployer();
    final MemoryTrajectoryReader reader = new MemoryTrajectoryReader();
    private final String id = UUID.randomUUID().toString();

    Outside() {
        ALL.put(id, this);
    }

    /** Batches of two groups, lag of at most two steps, schedules over ten steps. */
    TrainSettings settings(String... policies) {
        TreeMap<String, TrainSettings.Pupil> pupils = new TreeMap<>();
        for (String policy : policies) {
            pupils.put(policy, new TrainSettings.Pupil(choice(), 10));
        }
        return new TrainSettings(pupils, choice(), choice(), 2, 2, 4, null);
    }

    /** The same with a deployer; two versions stay deployed. */
    TrainSettings deploying(String policy) {
        TrainSettings own = settings(policy);
        return new TrainSettings(
                own.pupils(),
                own.policyStore(),
                own.trajectoryReader(),
                own.batchGroups(),
                own.maxPolicyLag(),
                own.keepVersions(),
                new TrainSettings.Deployment(choice(), 2, Duration.ofMillis(100)));
    }

    private PortChoice choice() {
        return PortChoice.of("memory", Map.of("outside", id));
    }

    @Override
    public void close() {
        ALL.remove(id);
    }

    private abstract static class Factory<P extends AutoCloseable> implements PortFactory<P> {
        @Override
        public final String name() {
            return "memory";
        }

        @Override
        public final P open(Map<String, String> settings) {
            return open(ALL.get(settings.get("outside")));
        }

        abstract P open(Outside outside);
    }

    /** Each a trainer of its own. */
    public static final class Trainers extends Factory<PolicyTrainer> {
        @Override
        public Class<PolicyTrainer> port() {
            return PolicyTrainer.class;
        }

        @Override
        PolicyTrainer open(Outside outside) {
            return new MomentumTrainer();
        }
    }

    /** The test's store. */
    public static final class Stores extends Factory<PolicyStore> {
        @Override
        public Class<PolicyStore> port() {
            return PolicyStore.class;
        }

        @Override
        PolicyStore open(Outside outside) {
            return outside.store;
        }
    }

    /** The test's deployer. */
    public static final class Deployers extends Factory<PolicyDeployer> {
        @Override
        public Class<PolicyDeployer> port() {
            return PolicyDeployer.class;
        }

        @Override
        PolicyDeployer open(Outside outside) {
            return outside.deployer;
        }
    }

    /** The test's reader. */
    public static final class Readers extends Factory<TrajectoryReader> {
        @Override
        public Class<TrajectoryReader> port() {
            return TrajectoryReader.class;
        }

        @Override
        TrajectoryReader open(Outside outside) {
            return outside.reader;
        }
    }
}
