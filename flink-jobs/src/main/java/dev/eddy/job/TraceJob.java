// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.connector.otlp.TraceFilter;
import dev.eddy.connector.otlp.TraceSink;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Tells a collector of OpenTelemetry what rollouts did, from their records: the other jobs know nothing of it. */
public final class TraceJob {
    public static final String NAME = "trace";

    public static final ConfigOption<String> ENDPOINT = ConfigOptions.key("eddy.traces.endpoint")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Where the trace job sends spans, by OTLP over HTTP: http://collector:4318/v1/traces. A demo runs"
                            + " that job where this is set.");

    public static final ConfigOption<Map<String, String>> SETTINGS = ConfigOptions.key("eddy.traces.settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("How the collector is reached: deadline-ms of a request, and token-file, token-variable,"
                    + " tls-authorities, tls-certificate and tls-key as for other servers.");

    public static final ConfigOption<Double> SHARE = ConfigOptions.key("eddy.traces.share")
            .doubleType()
            .defaultValue(1.0)
            .withDescription(
                    "Share of the queries that are traced, from 0 to 1. Of one that came with a traceparent its"
                            + " sampled flag decides.");

    public static final ConfigOption<Long> SINCE = ConfigOptions.key("eddy.traces.since")
            .longType()
            .defaultValue(0L)
            .withDescription("Time in epoch milliseconds at which a job without a checkpoint begins to read.");

    private TraceJob() {}

    /**
     * Adds the job to an environment.
     *
     * @throws IllegalArgumentException naming the option at fault
     */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        String endpoint = configuration
                .getOptional(ENDPOINT)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the trace job has nowhere to send spans: set '" + ENDPOINT.key() + "'"));
        SingleOutputStreamOperator<Incoming> wanted = streams.readSince(
                        configuration.get(SINCE), Topic.TRAJECTORIES, Topic.REWARDED_TRAJECTORIES)
                .process(filter(configuration.get(SHARE)))
                .returns(Incoming.TYPE)
                .name("sample")
                .uid("sample");
        wanted.sinkTo(sink(endpoint, configuration.get(SETTINGS))).name("spans").uid("spans");
        streams.writeAtOnce(wanted.getSideOutput(DeadLetters.TAG), Topic.DEAD_LETTERS);
    }

    private static TraceFilter filter(double share) {
        try {
            return new TraceFilter(NAME, share);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option '" + SHARE.key() + "': " + e.getMessage(), e);
        }
    }

    private static TraceSink sink(String endpoint, Map<String, String> settings) {
        try {
            return new TraceSink(endpoint, settings);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("options 'eddy.traces.*': " + e.getMessage(), e);
        }
    }
}
