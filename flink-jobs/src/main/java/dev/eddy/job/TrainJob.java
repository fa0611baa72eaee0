// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.train.TrainOperator;
import dev.eddy.operator.train.TrainSettings;
import dev.eddy.port.PortChoice;
import dev.eddy.schemas.Topic;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.Types;
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

    public static final ConfigOption<Integer> KEEP_VERSIONS = ConfigOptions.key("eddy.train.keep-versions")
            .intType()
            .defaultValue(TrainSettings.KEEP_VERSIONS)
            .withDescription("Announced versions whose weights stay stored.");

    private static final Set<Topic> WRITES = EnumSet.of(Topic.POLICY_UPDATES, Topic.GROUP_RECEIPTS, Topic.DEAD_LETTERS);

    private TrainJob() {}

    /** Adds the job to an environment. */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        KeyedStream<Incoming, String> groups =
                streams.read(Topic.TRAINING_GROUPS).keyBy(TrainOperator::policyOf, Types.STRING);
        KeyedStream<Incoming, String> commands =
                streams.read(Topic.POLICY_CONTROL).keyBy(TrainOperator::policyOf, Types.STRING);
        streams.write(
                groups.connect(commands)
                        .transform(NAME, Outgoing.TYPE, new TrainOperator.Factory(settings(configuration)))
                        .uid(NAME),
                WRITES);
    }

    private static TrainSettings settings(ReadableConfig configuration) {
        PortChoice trainer = PortOption.POLICY_TRAINER.choice(configuration);
        TreeMap<String, PortChoice> trainers = new TreeMap<>();
        JobOptions.named(configuration, JobOptions.POLICIES).forEach(policy -> trainers.put(policy, trainer));
        long plannedSteps = configuration
                .getOptional(PLANNED_STEPS)
                .orElseThrow(() -> new IllegalArgumentException("option '" + PLANNED_STEPS.key()
                        + "' is not set: the number of optimiser steps that the learning rate falls over"));
        return new TrainSettings(
                trainers,
                PortOption.POLICY_STORE.choice(configuration),
                PortOption.TRAJECTORY_READER.choice(configuration),
                configuration.get(BATCH_GROUPS),
                configuration.get(MAX_POLICY_LAG),
                plannedSteps,
                configuration.get(KEEP_VERSIONS));
    }
}
