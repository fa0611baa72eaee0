// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.train.TrainOperator;
import dev.eddy.operator.train.TrainSettings;
import dev.eddy.operator.train.TrainSettings.Deployment;
import dev.eddy.operator.train.TrainSettings.Pupil;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Learns from training groups.
 *
 * <pre>
 *   training-groups ──┐ keyed by policy
 *                     ├─▸ train ─▸ policy-updates, group-receipts, dead-letters (one transaction a checkpoint)
 *   policy-control ───┘
 * </pre>
 */
public final class TrainJob {
    public static final String NAME = "train";

    public static final ConfigOption<Integer> BATCH_GROUPS = ConfigOptions.key("eddy.train.batch-groups")
            .intType()
            .defaultValue(TrainSettings.BATCH_GROUPS)
            .withDescription("Groups to one optimiser step.");

    public static final ConfigOption<Integer> MAX_POLICY_LAG = ConfigOptions.key("eddy.train.max-policy-lag")
            .intType()
            .defaultValue(TrainSettings.MAX_POLICY_LAG)
            .withDescription(
                    "Optimiser steps that the oldest token of a group may be behind the weights that it is trained"
                            + " into; older groups are STALE.");

    public static final ConfigOption<Long> PLANNED_STEPS = ConfigOptions.key("eddy.train.planned-steps")
            .longType()
            .noDefaultValue()
            .withDescription("Optimiser steps over which schedules such as the learning rate's run.");

    public static final ConfigOption<Map<String, String>> PLANNED_STEPS_OF = ConfigOptions.key(
                    "eddy.train.planned-steps-of")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("Planned steps of single policies, by name, where they differ from those of all.");

    public static final ConfigOption<Map<String, String>> TRAINERS = ConfigOptions.key("eddy.train.settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription(
                    "Settings of single policies' trainers, each name with the policy's before it; they go before"
                            + " eddy.policy-trainer.settings, which are those of all: <policy>.<setting>.");

    public static final ConfigOption<Integer> KEEP_VERSIONS = ConfigOptions.key("eddy.train.keep-versions")
            .intType()
            .defaultValue(TrainSettings.KEEP_VERSIONS)
            .withDescription("Announced versions whose weights stay stored.");

    public static final ConfigOption<Integer> DEPLOYED_VERSIONS = ConfigOptions.key("eddy.train.deployed-versions")
            .intType()
            .defaultValue(TrainSettings.DEPLOYED_VERSIONS)
            .withDescription("Newest announced versions that stay deployed where eddy.policy-deployer.name is set,"
                    + " beside version 0 and a pinned one; a call for another is REJECTED.");

    public static final ConfigOption<Duration> DEPLOY_INTERVAL = ConfigOptions.key("eddy.train.deploy-interval")
            .durationType()
            .defaultValue(TrainSettings.DEPLOY_INTERVAL)
            .withDescription("Least time between two versions where eddy.policy-deployer.name is set: a server takes"
                    + " seconds to load one.");

    private static final Set<Topic> WRITES = EnumSet.of(Topic.POLICY_UPDATES, Topic.GROUP_RECEIPTS, Topic.DEAD_LETTERS);

    private TrainJob() {}

    /** Adds the job to an environment. */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        KeyedStream<Incoming, String> groups =
                streams.read(Topic.TRAINING_GROUPS).keyBy(TrainOperator::policyOf, KeyText.TYPE);
        KeyedStream<Incoming, String> commands =
                streams.read(Topic.POLICY_CONTROL).keyBy(TrainOperator::policyOf, KeyText.TYPE);
        streams.write(
                groups.connect(commands)
                        .transform(NAME, Outgoing.TYPE, new TrainOperator.Factory(settings(configuration)))
                        .uid(NAME),
                WRITES);
    }

    private static TrainSettings settings(ReadableConfig configuration) {
        TreeMap<String, Pupil> pupils = new TreeMap<>();
        JobOptions.byPolicy(configuration, TRAINERS)
                .forEach((policy, own) -> pupils.put(
                        policy,
                        new Pupil(
                                PortOption.POLICY_TRAINER.choice(configuration).with(own),
                                plannedSteps(configuration, policy))));
        return new TrainSettings(
                pupils,
                PortOption.POLICY_STORE.choice(configuration),
                PortOption.TRAJECTORY_READER.choice(configuration),
                configuration.get(BATCH_GROUPS),
                configuration.get(MAX_POLICY_LAG),
                configuration.get(KEEP_VERSIONS),
                deployment(configuration));
    }

    /** Null where no deployer is named. */
    private static Deployment deployment(ReadableConfig configuration) {
        if (configuration
                .getOptional(PortOption.POLICY_DEPLOYER.implementation())
                .isEmpty()) {
            return null;
        }
        return new Deployment(
                PortOption.POLICY_DEPLOYER.choice(configuration),
                configuration.get(DEPLOYED_VERSIONS),
                configuration.get(DEPLOY_INTERVAL));
    }

    private static long plannedSteps(ReadableConfig configuration, String policy) {
        String own = configuration.get(PLANNED_STEPS_OF).get(policy);
        if (own == null) {
            return configuration
                    .getOptional(PLANNED_STEPS)
                    .orElseThrow(() -> new IllegalArgumentException("option '" + PLANNED_STEPS.key()
                            + "' is not set: the number of optimiser steps that the learning rate falls over"));
        }
        try {
            return Long.parseLong(own);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "option '" + PLANNED_STEPS_OF.key() + "' has '" + own + "' for policy " + policy
                            + "; it must be a whole number",
                    e);
        }
    }
}
