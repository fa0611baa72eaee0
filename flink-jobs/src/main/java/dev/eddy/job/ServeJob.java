// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.agent.WordTokenizer;
import dev.eddy.operator.serve.AgentSet;
import dev.eddy.operator.serve.LoopLimits;
import dev.eddy.operator.serve.PortEnvironment;
import dev.eddy.operator.serve.ServePipeline;
import dev.eddy.port.PortChoice;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs queries as agent loops: see {@link ServePipeline} for the graph. Trajectories go out once, answers at once. */
public final class ServeJob {
    public static final String NAME = "serve";

    private static final LoopLimits LIMITS = LoopLimits.DEFAULT;

    public static final ConfigOption<Integer> MAX_IN_FLIGHT = ConfigOptions.key("eddy.loop.max-in-flight")
            .intType()
            .defaultValue(LIMITS.maxInFlight())
            .withDescription("Loops that a subtask runs at once.");

    public static final ConfigOption<Integer> MAX_PARKED = ConfigOptions.key("eddy.loop.max-parked")
            .intType()
            .defaultValue(LIMITS.maxParked())
            .withDescription("Rollouts that wait in a subtask's state for a slot; past it the subtask stops reading.");

    public static final ConfigOption<Duration> DEADLINE = ConfigOptions.key("eddy.loop.deadline")
            .durationType()
            .defaultValue(LIMITS.deadline())
            .withDescription("How long a loop may take; under half of execution.checkpointing.timeout.");

    public static final ConfigOption<Duration> POLICY_WAIT = ConfigOptions.key("eddy.loop.policy-wait")
            .durationType()
            .defaultValue(LIMITS.policyWait())
            .withDescription("How long a rollout waits for its policy version to be announced.");

    public static final ConfigOption<Boolean> PIN_VERSION = ConfigOptions.key("eddy.loop.pin-version")
            .booleanType()
            .defaultValue(LIMITS.pinVersion())
            .withDescription(
                    "Whether a loop stays with the version of its policy that it began with. Otherwise each of its"
                            + " generations is issued to the one that is current then.");

    public static final ConfigOption<Duration> JOURNAL_DOWNTIME = ConfigOptions.key("eddy.effect-journal.downtime")
            .durationType()
            .defaultValue(Duration.ofMinutes(30))
            .withDescription(
                    "How long the job may be down and its loops still find in the journal what was paid for. The"
                            + " journal must keep entries for this and the longest loop.");

    public static final ConfigOption<Duration> DUPLICATE_WINDOW = ConfigOptions.key("eddy.query.duplicate-window")
            .durationType()
            .defaultValue(Duration.ofHours(1))
            .withDescription("How long a query id is remembered, so that a producer's second try is known as such.");

    private static final Set<PortOption> NEEDS =
            EnumSet.of(PortOption.POLICY_MODEL, PortOption.BLOB_STORE, PortOption.EFFECT_JOURNAL);
    private static final Set<PortOption> PORTS = EnumSet.of(
            PortOption.POLICY_MODEL,
            PortOption.BLOB_STORE,
            PortOption.PICTURE_SOURCE,
            PortOption.EFFECT_JOURNAL,
            PortOption.DEMONSTRATION_BANK,
            PortOption.PAGE_INDEX,
            PortOption.SEARCH_ENGINE,
            PortOption.RESULT_CACHE,
            PortOption.ENCODER,
            PortOption.VERIFIER,
            PortOption.JUDGE);
    private static final Set<Topic> WRITES = EnumSet.of(Topic.TRAJECTORIES, Topic.DEAD_LETTERS);

    private ServeJob() {}

    /** Adds the job to an environment whose checkpointing is configured. */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        AgentSet agents = AgentSet.of(JobOptions.byAgent(configuration, JobOptions.AGENT_SETTINGS));
        NEEDS.forEach(port -> port.choice(configuration)); // so that one that is not named fails here by its option
        HashMap<Class<? extends AutoCloseable>, PortChoice> ports = PortOption.chosen(configuration, PORTS);
        agents.agents(WordTokenizer.instance())
                .values()
                .forEach(agent ->
                        PortOption.refuseWithout(ports.keySet(), agent.needs(), "agent '" + agent.name() + "'"));
        LoopLimits limits = new LoopLimits(
                configuration.get(MAX_IN_FLIGHT),
                configuration.get(MAX_PARKED),
                configuration.get(DEADLINE),
                configuration.get(POLICY_WAIT),
                LIMITS.inlineBytes(),
                configuration.get(PIN_VERSION));
        ServePipeline pipeline = ServePipeline.build(
                NAME,
                streams.read(Topic.QUERIES),
                streams.read(Topic.POLICY_UPDATES).union(streams.read(Topic.POLICY_CONTROL)),
                agents,
                new PortEnvironment(
                        agents,
                        ports,
                        PictureOptions.limits(configuration),
                        limits.longest().plus(configuration.get(JOURNAL_DOWNTIME))),
                limits,
                configuration.get(DUPLICATE_WINDOW));
        streams.write(pipeline.records(), WRITES);
        streams.writeAtOnce(pipeline.answers(), Topic.ANSWERS);
    }
}
