// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import dev.eddy.job.ServeJob;
import dev.eddy.job.TrainJob;
import dev.eddy.local.run.RunFolder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.configuration.Configuration;

/** The jobs' options on one machine: every port is the embedded one, and everything lies in the run folder. */
final class LocalConfiguration {
    /** Labels and trajectories meet within seconds where everything runs in one process. */
    private static final Duration MEMORY = Duration.ofMinutes(1);

    private final RunFolder folder;
    private final Map<String, String> kafka = new HashMap<>();
    private final DemoSettings settings;

    LocalConfiguration(RunFolder folder, Properties kafka, DemoSettings settings) {
        this.folder = folder;
        this.settings = settings;
        kafka.stringPropertyNames().forEach(name -> this.kafka.put(name, kafka.getProperty(name)));
    }

    /** Options of all jobs; each reads its own. */
    Configuration jobs() {
        Configuration configuration = new Configuration();
        configuration.set(JobOptions.KAFKA_CLIENT, kafka);
        configuration.set(JobOptions.TRANSACTION_PREFIX, "eddy-" + folder.runId());
        configuration.set(JobOptions.AGENTS, List.of(Questions.POLICY));
        configuration.set(JobOptions.POLICIES, List.of(Questions.POLICY));
        // The small policy answers at once, so more loops at a time would only end later, and on older versions.
        configuration.set(ServeJob.MAX_IN_FLIGHT, 32);
        // What the reward job remembers of the past is in every checkpoint, four times a second.
        configuration.set(RewardJob.LABEL_TIMEOUT, MEMORY);
        configuration.set(RewardJob.LATE_WINDOW, MEMORY);
        configuration.set(TrainJob.BATCH_GROUPS, settings.batchGroups());
        configuration.set(TrainJob.MAX_POLICY_LAG, settings.maxPolicyLag());
        configuration.set(TrainJob.PLANNED_STEPS, settings.plannedSteps());
        choose(configuration, PortOption.BLOB_STORE, "file", blobs());
        choose(configuration, PortOption.POLICY_STORE, "file", policies());
        choose(configuration, PortOption.DEMONSTRATION_BANK, "world", bank());
        choose(configuration, PortOption.EFFECT_JOURNAL, "file", journal());
        Map<String, String> model = new HashMap<>(withBlobs());
        model.put("policies", "file");
        policies().forEach((name, value) -> model.put("policies." + name, value));
        choose(configuration, PortOption.POLICY_MODEL, "local", model);
        Map<String, String> trainer = new HashMap<>(model);
        trainer.put("seed", Long.toString(settings.seed()));
        choose(configuration, PortOption.POLICY_TRAINER, "local", trainer);
        Map<String, String> reader = new HashMap<>(withBlobs());
        kafka.forEach((name, value) -> reader.put("kafka." + name, value));
        choose(configuration, PortOption.TRAJECTORY_READER, "kafka", reader);
        configuration.addAll(Configuration.fromMap(settings.jobOptions()));
        return configuration;
    }

    Map<String, String> blobs() {
        return Map.of("path", folder.blobs().toUri().toString());
    }

    Map<String, String> bank() {
        Map<String, String> bank = new HashMap<>(withBlobs());
        bank.put("world", settings.world());
        bank.put("banks", folder.banks().toString());
        bank.put("seed", Long.toString(settings.seed()));
        bank.put("banks", folder.banks().toString());
        return bank;
    }

    /** Enough for what happens between two checkpoints: only that is asked for again. */
    private Map<String, String> journal() {
        return Map.of("path", folder.journal().toString(), "ttl", "PT5M", "max-bytes", "16777216");
    }

    private Map<String, String> policies() {
        return Map.of("path", folder.policies().toUri().toString());
    }

    private Map<String, String> withBlobs() {
        Map<String, String> settings = new HashMap<>();
        settings.put("blobs", "file");
        blobs().forEach((name, value) -> settings.put("blobs." + name, value));
        return settings;
    }

    private static void choose(
            Configuration configuration, PortOption port, String name, Map<String, String> settings) {
        port.choose(configuration, name, settings);
    }
}
