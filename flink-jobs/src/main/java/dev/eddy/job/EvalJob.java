// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.operator.evaluate.EvaluationPipeline;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Turns what the other jobs wrote into metrics: see {@link EvaluationPipeline} for the graph. */
public final class EvalJob {
    public static final String NAME = "eval";

    public static final ConfigOption<Duration> WINDOW = ConfigOptions.key("eddy.eval.window")
            .durationType()
            .defaultValue(Duration.ofSeconds(1))
            .withDescription("Length of the windows that metrics are computed over.");

    private static final Set<Topic> WRITES = EnumSet.of(Topic.METRICS, Topic.DEAD_LETTERS);

    private EvalJob() {}

    /** Adds the job to an environment. */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        streams.write(
                EvaluationPipeline.attach(
                        streams.read(
                                Topic.REWARDED_TRAJECTORIES,
                                Topic.TRAINING_GROUPS,
                                Topic.GROUP_RECEIPTS,
                                Topic.POLICY_UPDATES,
                                Topic.DEAD_LETTERS),
                        NAME,
                        configuration.get(WINDOW)),
                WRITES);
    }
}
