// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.operator.collect.CollectPipeline;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Keeps the runs that a policy can be taught by before it learns online: see {@link CollectPipeline} for the graph. */
public final class CollectJob {
    public static final String NAME = "collect";

    public static final ConfigOption<List<String>> TEACHERS = ConfigOptions.key("eddy.collect.policies")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription(
                    "Policies whose runs are considered; all, where none is named. Runs of evaluations never are.");

    public static final ConfigOption<String> QUERIES = ConfigOptions.key("eddy.collect.queries")
            .stringType()
            .defaultValue("")
            .withDescription(
                    "What the ids of the queries begin with whose runs are considered; all, where it is empty.");

    public static final ConfigOption<Long> SINCE = ConfigOptions.key("eddy.collect.since")
            .longType()
            .defaultValue(0L)
            .withDescription("Time in epoch milliseconds at which a job without a checkpoint begins to read.");

    public static final ConfigOption<Duration> REPORT_INTERVAL = ConfigOptions.key("eddy.collect.report-interval")
            .durationType()
            .defaultValue(Duration.ofSeconds(1))
            .withDescription("Shortest pause between two reports of how many runs were kept, and dropped for what.");

    private static final Set<Topic> WRITES =
            EnumSet.of(Topic.COLLECTED_TRAJECTORIES, Topic.METRICS, Topic.DEAD_LETTERS);

    private CollectJob() {}

    /** Adds the job to an environment. */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        streams.write(
                CollectPipeline.attach(
                        streams.readSince(configuration.get(SINCE), Topic.REWARDED_TRAJECTORIES),
                        NAME,
                        configuration.get(TEACHERS),
                        configuration.get(QUERIES),
                        configuration.get(REPORT_INTERVAL)),
                WRITES);
    }
}
