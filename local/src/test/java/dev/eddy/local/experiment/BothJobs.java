// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import dev.eddy.job.ServeJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The serve job with all agents that experiments are made with, and the reward job, in the worlds of those experiments. */
final class BothJobs implements AutoCloseable {
    private final Path folder;
    private final long worldSeed;
    private final String bootstrap;
    private final List<JobClient> running = new ArrayList<>();

    /** @param folder that the experiments' subjects are opened with */
    BothJobs(Path folder, long worldSeed, String bootstrap) {
        this.folder = folder;
        this.worldSeed = worldSeed;
        this.bootstrap = bootstrap;
    }

    private interface Wiring {
        void build(StreamExecutionEnvironment environment, Configuration configuration);
    }

    void start() throws Exception {
        start(ServeJob::build);
        start(RewardJob::build);
    }

    private void start(Wiring wiring) throws Exception {
        Configuration configuration = configuration();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        wiring.build(environment, configuration);
        running.add(environment.executeAsync());
    }

    void assertRunning() throws Exception {
        for (JobClient job : running) {
            if (job.getJobStatus().get() == JobStatus.FAILED) {
                job.getJobExecutionResult().get(); // throws what it failed of
            }
        }
    }

    static Map<String, String> file(Path path) {
        return Map.of("path", path.toUri().toString());
    }

    private Configuration configuration() throws IOException {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(250));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(JobOptions.KAFKA_CLIENT, Map.of("bootstrap.servers", bootstrap));
        configuration.set(JobOptions.AGENTS, List.copyOf(Subjects.names()));
        Map<String, String> ofAgents = new HashMap<>();
        Map<String, String> ofRewards = new HashMap<>();
        for (String agent : Subjects.names()) {
            try (Subject subject = Subjects.open(agent, null, worldSeed, folder)) {
                subject.choices()
                        .forEach((port, choice) -> port.choose(configuration, choice.name(), choice.settings()));
                subject.agentSettings().forEach((name, value) -> ofAgents.put(agent + "." + name, value));
                subject.rewardSettings().forEach((name, value) -> ofRewards.put(agent + "." + name, value));
            }
        }
        configuration.set(JobOptions.AGENT_SETTINGS, ofAgents);
        configuration.set(RewardJob.REWARDS, ofRewards);
        PortOption.RESULT_CACHE.choose(configuration, "memory", Map.of("approximate", "false"));
        PortOption.EFFECT_JOURNAL.choose(configuration, "memory", Map.of());
        Map<String, String> model = new HashMap<>(Map.of("blobs", "file", "policies", "file"));
        file(folder.resolve("blobs")).forEach((name, value) -> model.put("blobs." + name, value));
        file(folder.resolve("policies")).forEach((name, value) -> model.put("policies." + name, value));
        PortOption.POLICY_MODEL.choose(configuration, "local", model);
        return configuration;
    }

    @Override
    public void close() throws Exception {
        for (JobClient job : running) {
            job.cancel().get();
        }
    }
}
