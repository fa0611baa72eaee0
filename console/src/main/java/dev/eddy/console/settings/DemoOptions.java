// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import dev.eddy.job.EddyJob;
import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.RunFolder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;

/** What a demo run is told; kept in its folder, so that a resumed run goes on with the same. */
public final class DemoOptions {
    private static final String ALL = "all";
    /** A cluster of processes of its own has memory for tasks beside their heap. */
    private static final Map<String, String> ON_SESSION = Map.of(StateBackendOptions.STATE_BACKEND.key(), "rocksdb");

    private static final DemoSettings USUAL = DemoSettings.of(List.of("acticl"), 7);

    public static final ConfigOption<String> AGENT = ConfigOptions.key("demo.agent")
            .stringType()
            .defaultValue(USUAL.agents().get(0))
            .withDescription("Agent that serves and learns, with the baselines that learn beside it: "
                    + String.join(", ", Subjects.names()) + ", or all: those in one set of jobs.");

    public static final ConfigOption<String> WORLD = ConfigOptions.key("demo.world")
            .stringType()
            .noDefaultValue()
            .withDescription("World that questions come from, where it is not the agent's usual one. acticl: glyphs, or"
                    + " omniglot: and the path of a zip archive of that layout; mcite: documents or documents-fine.");

    public static final ConfigOption<Long> SEED = ConfigOptions.key("demo.seed")
            .longType()
            .defaultValue(USUAL.seed())
            .withDescription("Seed of world, weights and sampling.");

    public static final ConfigOption<String> SERVICES = ConfigOptions.key("demo.services")
            .stringType()
            .defaultValue(USUAL.services())
            .withDescription(
                    "What a report says of the servers behind a run. --services real sets it to real, and with it the"
                            + " settings that lead to the servers.");

    public static final ConfigOption<String> STORE = ConfigOptions.key(RunFolder.STORE)
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Folder on any of Flink's file systems, such as s3://bucket/runs, below which the run keeps its blobs"
                            + " and weights. When not set: in the run folder, whose size alone run.max-size bounds.");

    public static final ConfigOption<Integer> TRAINING_GROUPS = ConfigOptions.key("demo.training-groups")
            .intType()
            .noDefaultValue()
            .withDescription(
                    "Training questions of each policy, one group of rollouts each, whether its rewards differ and it is"
                            + " trained on or not; by default as many as the steps of the agent's recipe need.");

    public static final ConfigOption<Integer> GROUP_SIZE =
            ofRecipe("demo.group-size", "Rollouts of a training question");

    public static final ConfigOption<Integer> TRAINING_ANSWERS =
            ofRecipe("demo.training-answers", "Answers to one training rollout");

    public static final ConfigOption<Integer> COLD_START = ofRecipe(
            "demo.cold-start",
            "Size of the cold start of agents that have one: kept runs (mcite), rounds of collecting (svrl)");

    public static final ConfigOption<Integer> BATCH_GROUPS =
            count("demo.batch-groups", USUAL.batchGroups(), "Groups to one optimiser step.");

    public static final ConfigOption<Integer> MAX_POLICY_LAG = count(
            "demo.max-policy-lag",
            USUAL.maxPolicyLag(),
            "Optimiser steps that a group may be behind; also bounds how many questions are under way.");

    public static final ConfigOption<Integer> PROBE_STEPS =
            count("demo.probe-steps", USUAL.probeSteps(), "Optimiser steps between two probes of the held-out curve.");

    public static final ConfigOption<Integer> PROBE_QUERIES =
            count("demo.probe-queries", USUAL.probeQueries(), "Questions of one probe.");

    public static final ConfigOption<Integer> EVALUATION_SEEDS =
            count("demo.evaluation-seeds", USUAL.evaluationSeeds(), "Independent sets of evaluation questions.");

    public static final ConfigOption<Integer> EVALUATION_QUERIES = count(
            "demo.evaluation-queries",
            USUAL.evaluationQueries(),
            "Questions of one evaluation set, asked in every mode.");

    public static final ConfigOption<MemorySize> MAX_SIZE = ConfigOptions.key("run.max-size")
            .memoryType()
            .defaultValue(new MemorySize(LocalOptions.DEFAULT.maxBytes()))
            .withDescription(
                    "What a run folder may come to. Topics keep within three quarters of it by dropping their oldest records; a"
                            + " run whose folder grows above it all the same is stopped in order, to go on with a larger one.");

    public static final ConfigOption<Duration> CHECKPOINT_INTERVAL = ConfigOptions.key("run.checkpoint-interval")
            .durationType()
            .defaultValue(LocalOptions.DEFAULT.checkpointInterval())
            .withDescription("Time between two checkpoints; a new policy reaches serving after about 2.3 of them.");

    public static final ConfigOption<Duration> TRANSACTION_TIMEOUT = ConfigOptions.key("run.transaction-timeout")
            .durationType()
            .defaultValue(LocalOptions.DEFAULT.transactionTimeout())
            .withDescription("How long a run may be down and still be resumed without loss.");

    public static final ConfigOption<String> FLINK = ConfigOptions.key("run.flink")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "REST interface, host:port, of a Flink session cluster on this machine, that runs the jobs. When"
                            + " not set: one in this process.");

    public static final ConfigOption<String> JOB_JAR = ConfigOptions.key("run.job-jar")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "What is sent to the cluster of run.flink with each job. When not set: the one that was built"
                            + " with this command.");

    private DemoOptions() {}

    /** A demo's settings; what begins with {@code eddy.} goes to the jobs. */
    public static DemoSettings demo(Configuration values) {
        Map<String, String> jobs = new HashMap<>(values.toMap());
        jobs.keySet().removeIf(key -> !key.startsWith(EddyJob.PREFIX));
        return new DemoSettings(
                agents(values),
                values.get(WORLD),
                values.get(SEED),
                values.get(TRAINING_GROUPS),
                values.get(GROUP_SIZE),
                values.get(TRAINING_ANSWERS),
                values.get(COLD_START),
                values.get(BATCH_GROUPS),
                values.get(MAX_POLICY_LAG),
                values.get(PROBE_STEPS),
                values.get(PROBE_QUERIES),
                values.get(EVALUATION_SEEDS),
                values.get(EVALUATION_QUERIES),
                values.get(SERVICES),
                jobs);
    }

    /** The agents that a demo of these settings serves. */
    public static List<String> agents(Configuration values) {
        String agent = values.get(AGENT);
        if (agent.equals(ALL)) {
            return List.copyOf(Subjects.names());
        }
        if (!Subjects.names().contains(agent)) {
            throw new IllegalArgumentException(
                    "'" + AGENT.key() + "' is '" + agent + "'; it must be " + ALL + " or one of " + Subjects.names());
        }
        return List.of(agent);
    }

    public static LocalOptions local(Configuration values) {
        LocalOptions usual = LocalOptions.DEFAULT;
        return new LocalOptions(
                usual.slots(),
                values.get(CHECKPOINT_INTERVAL),
                values.get(TRANSACTION_TIMEOUT),
                usual.restartAttempts(),
                usual.busyPartitions(),
                values.get(MAX_SIZE).getBytes(),
                usual.brokerSettings(),
                values.getOptional(FLINK).isPresent() ? ON_SESSION : usual.flinkSettings(),
                values.getOptional(FLINK)
                        .map(address -> new LocalOptions.Session(address(address), jobJar(values)))
                        .orElse(null));
    }

    private static URI address(String hostAndPort) {
        URI address = URI.create("http://" + hostAndPort);
        if (address.getHost() == null || address.getPort() < 0) {
            throw new IllegalArgumentException(
                    "'" + FLINK.key() + "' is '" + hostAndPort + "'; it must be host:port, such as 127.0.0.1:8081");
        }
        return address;
    }

    /** Where the command's script puts what it builds. */
    private static Path jobJar(Configuration values) {
        return values.getOptional(JOB_JAR)
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("eddy.home", ""), ".eddy", "built", "eddy-jobs.jar"));
    }

    private static ConfigOption<Integer> ofRecipe(String key, String description) {
        return ConfigOptions.key(key)
                .intType()
                .noDefaultValue()
                .withDescription(description + "; by default as the agent's recipe has it.");
    }

    private static ConfigOption<Integer> count(String key, int usual, String description) {
        return ConfigOptions.key(key).intType().defaultValue(usual).withDescription(description);
    }
}
