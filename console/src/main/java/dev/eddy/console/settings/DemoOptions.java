// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.run.LocalOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/** What a demo run is told; kept in its folder, so that a resumed run goes on with the same. */
public final class DemoOptions {
    /** What the keys of the jobs' options begin with. */
    public static final String JOBS = "eddy.";

    private static final DemoSettings USUAL = DemoSettings.of("glyphs", 7);

    public static final ConfigOption<String> WORLD = ConfigOptions.key("demo.world")
            .stringType()
            .defaultValue(USUAL.world())
            .withDescription(
                    "World that questions and banks come from: glyphs, or omniglot: and the path of a zip archive of that layout.");

    public static final ConfigOption<Long> SEED = ConfigOptions.key("demo.seed")
            .longType()
            .defaultValue(USUAL.seed())
            .withDescription("Seed of world, weights and sampling.");

    public static final ConfigOption<Integer> TRAINING_GROUPS =
            count("demo.training-groups", USUAL.trainingGroups(), "Training questions, one group of rollouts each.");

    public static final ConfigOption<Integer> GROUP_SIZE =
            count("demo.group-size", USUAL.groupSize(), "Rollouts of a training question.");

    public static final ConfigOption<Integer> TRAINING_ANSWERS =
            count("demo.training-answers", USUAL.trainingAnswers(), "Answers to a committed context in training.");

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
                    "What a run folder may come to; the topics that carry every rollout then drop their oldest records.");

    public static final ConfigOption<Duration> CHECKPOINT_INTERVAL = ConfigOptions.key("run.checkpoint-interval")
            .durationType()
            .defaultValue(LocalOptions.DEFAULT.checkpointInterval())
            .withDescription("Time between two checkpoints; a new policy reaches serving after about 2.3 of them.");

    public static final ConfigOption<Duration> TRANSACTION_TIMEOUT = ConfigOptions.key("run.transaction-timeout")
            .durationType()
            .defaultValue(LocalOptions.DEFAULT.transactionTimeout())
            .withDescription("How long a run may be down and still be resumed without loss.");

    private DemoOptions() {}

    /** A demo's settings; what begins with {@code eddy.} goes to the jobs. */
    public static DemoSettings demo(Configuration values) {
        Map<String, String> jobs = new HashMap<>(values.toMap());
        jobs.keySet().removeIf(key -> !key.startsWith(JOBS));
        return new DemoSettings(
                values.get(WORLD),
                values.get(SEED),
                values.get(TRAINING_GROUPS),
                values.get(GROUP_SIZE),
                values.get(TRAINING_ANSWERS),
                values.get(BATCH_GROUPS),
                values.get(MAX_POLICY_LAG),
                values.get(PROBE_STEPS),
                values.get(PROBE_QUERIES),
                values.get(EVALUATION_SEEDS),
                values.get(EVALUATION_QUERIES),
                jobs);
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
                usual.flinkSettings());
    }

    private static ConfigOption<Integer> count(String key, int usual, String description) {
        return ConfigOptions.key(key).intType().defaultValue(usual).withDescription(description);
    }
}
