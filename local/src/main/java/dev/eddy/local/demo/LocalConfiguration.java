// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import dev.eddy.job.ServeJob;
import dev.eddy.job.TrainJob;
import dev.eddy.local.run.RunFolder;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortChoice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The jobs' options on one machine: every port is the embedded one, and everything lies in the run folder. */
final class LocalConfiguration {
    /** Labels and trajectories meet within seconds where everything runs in one process. */
    private static final Duration MEMORY = Duration.ofMinutes(1);

    private final RunFolder folder;
    private final Map<String, String> kafka = new HashMap<>();
    private final DemoSettings settings;
    private final List<Tenant> tenants;

    LocalConfiguration(RunFolder folder, Properties kafka, DemoSettings settings, List<Tenant> tenants) {
        this.folder = folder;
        this.settings = settings;
        this.tenants = tenants;
        kafka.stringPropertyNames().forEach(name -> this.kafka.put(name, kafka.getProperty(name)));
    }

    /**
     * Options of all jobs; each reads its own.
     *
     * @param initial weights that policies begin with; null for those that begin with fresh ones
     */
    Configuration jobs(Function<Pupil, byte[]> initial) {
        Configuration configuration = new Configuration();
        configuration.set(JobOptions.KAFKA_CLIENT, kafka);
        configuration.set(JobOptions.TRANSACTION_PREFIX, "eddy-" + folder.runId());
        // The small policy answers at once, so more loops at a time would only end later, and on older versions.
        configuration.set(ServeJob.MAX_IN_FLIGHT, 32);
        // What the reward job remembers of the past is in every checkpoint, four times a second.
        configuration.set(RewardJob.LABEL_TIMEOUT, MEMORY);
        configuration.set(RewardJob.LATE_WINDOW, MEMORY);
        configuration.set(TrainJob.BATCH_GROUPS, settings.batchGroups());
        configuration.set(TrainJob.MAX_POLICY_LAG, settings.maxPolicyLag());
        together(tenants.stream().map(tenant -> tenant.subject().choices()).toList())
                .forEach((port, choice) -> port.choose(configuration, choice.name(), choice.settings()));
        learners(configuration, initial);
        PortOption.POLICY_STORE.choose(configuration, "file", policies());
        PortOption.EFFECT_JOURNAL.choose(configuration, "file", journal());
        // Nothing here is paid for: what a later resume no longer finds is computed once more.
        configuration.set(ServeJob.JOURNAL_DOWNTIME, Duration.ofMinutes(2));
        Map<String, String> model = withBlobs(configuration);
        model.put("policies", "file");
        policies().forEach((name, value) -> model.put("policies." + name, value));
        PortOption.POLICY_MODEL.choose(configuration, "local", model);
        Map<String, String> trainer = new HashMap<>(model);
        trainer.put("seed", Long.toString(settings.seed()));
        PortOption.POLICY_TRAINER.choose(configuration, "local", trainer);
        Map<String, String> reader = withBlobs(configuration);
        kafka.forEach((name, value) -> reader.put("kafka." + name, value));
        PortOption.TRAJECTORY_READER.choose(configuration, "kafka", reader);
        return apart(with(configuration, settings.jobOptions()));
    }

    /** The questions of every run have the same ids: on a Redis of several runs, none may be answered by another's. */
    private Configuration apart(Configuration configuration) {
        for (PortOption port : List.of(PortOption.EFFECT_JOURNAL, PortOption.RESULT_CACHE)) {
            String prefix = port.settings().key() + ".prefix";
            if ("redis".equals(configuration.get(port.implementation())) && !configuration.containsKey(prefix)) {
                configuration.setString(prefix, "eddy-" + folder.runId());
            }
        }
        return configuration;
    }

    /** What a user sets goes before; of an implementation that they replace no setting stays. */
    static Configuration with(Configuration own, Map<String, String> given) {
        Map<String, String> all = new HashMap<>(own.toMap());
        for (PortOption port : PortOption.values()) {
            String chosen = given.get(port.implementation().key());
            if (chosen != null && !chosen.equals(all.get(port.implementation().key()))) {
                all.keySet().removeIf(key -> key.startsWith(port.settings().key()));
            }
        }
        all.putAll(given);
        return Configuration.fromMap(all);
    }

    /** What several agents choose; each port once for all of them. */
    static Map<PortOption, PortChoice> together(List<Map<PortOption, PortChoice>> ofAgents) {
        Map<PortOption, PortChoice> all = new EnumMap<>(PortOption.class);
        ofAgents.forEach(choices -> choices.forEach((port, choice) -> {
            PortChoice other = all.putIfAbsent(port, choice);
            if (other != null && !other.equals(choice)) {
                throw new IllegalArgumentException("two agents of one run need '"
                        + port.implementation().key() + "' to be different: " + other + " and " + choice
                        + "; name one of them with 'demo.agent'");
            }
        }));
        return all;
    }

    private void learners(Configuration configuration, Function<Pupil, byte[]> initial) {
        Map<String, String> ofAgents = new HashMap<>();
        Map<String, String> ofRewards = new HashMap<>();
        List<String> policies = new ArrayList<>();
        Map<String, String> steps = new HashMap<>();
        Map<String, String> trainers = new HashMap<>();
        for (Tenant tenant : tenants) {
            String agent = tenant.subject().agent() + ".";
            tenant.subject().agentSettings().forEach((name, value) -> ofAgents.put(agent + name, value));
            tenant.subject().rewardSettings().forEach((name, value) -> ofRewards.put(agent + name, value));
            for (Pupil pupil : tenant.pupils()) {
                policies.add(pupil.policy());
                steps.put(pupil.policy(), Integer.toString(pupil.recipe().steps()));
                Map<String, String> own = new HashMap<>(tenant.subject().trainerSettings(pupil.mode()));
                own.put("family", tenant.subject().family().name());
                own.put("kl-reference", pupil.policy() + "@0");
                byte[] weights = initial.apply(pupil);
                if (weights != null) {
                    BlobStore blobs = tenant.subject().ports().get(BlobStore.class);
                    own.put("initial", blobs.put(weights).join());
                }
                own.forEach((name, value) -> trainers.put(pupil.policy() + "." + name, value));
            }
        }
        configuration.set(
                JobOptions.AGENTS,
                tenants.stream().map(tenant -> tenant.subject().agent()).toList());
        set(configuration, JobOptions.AGENT_SETTINGS, ofAgents);
        set(configuration, RewardJob.REWARDS, ofRewards);
        configuration.set(JobOptions.POLICIES, policies);
        set(configuration, TrainJob.PLANNED_STEPS_OF, steps);
        set(configuration, TrainJob.TRAINERS, trainers);
    }

    /** Enough for what happens between two checkpoints: only that is asked for again. */
    private Map<String, String> journal() {
        return Map.of("path", folder.journal().toString(), "ttl", "PT5M", "max-bytes", "16777216");
    }

    private Map<String, String> policies() {
        return Map.of("path", folder.store().policies().toString());
    }

    /** The blob store that the worlds keep their pictures in, as a setting of others. */
    private static Map<String, String> withBlobs(Configuration configuration) {
        PortChoice blobs = PortOption.BLOB_STORE.choice(configuration);
        Map<String, String> settings = new HashMap<>();
        settings.put("blobs", blobs.name());
        blobs.settings().forEach((name, value) -> settings.put("blobs." + name, value));
        return settings;
    }

    /** Each entry on its own, so that a user's go beside them. */
    private static void set(
            Configuration configuration, ConfigOption<Map<String, String>> option, Map<String, String> entries) {
        entries.forEach((name, value) -> configuration.setString(option.key() + "." + name, value));
    }
}
