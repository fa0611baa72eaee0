// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.collect;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.job.CollectJob;
import dev.eddy.job.JobOptions;
import dev.eddy.local.experiment.Asked;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.collect.CollectPipeline;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Asks a teacher that a run serves, and lets the collect job keep what a policy can be taught by. The job runs in this process and
 * sees this collecting alone. Not thread-safe.
 */
public final class Collecting {
    /** What the ids of all collectings begin with. */
    public static final String PREFIX = "collect-";

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration CHECKPOINTS = Duration.ofMillis(500);
    /** The job ends with this process: what it leaves open if that is killed must not hold up the topics' readers for long. */
    private static final Duration TRANSACTIONS = Duration.ofMinutes(2);

    /** How far the clocks of a run's machines may differ. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    private static final String KEPT = "kept";

    /** Rollouts under way: enough to keep a run busy, few enough to leave its own questions their turn. */
    private static final int UNDER_WAY = 64;

    /**
     * What is asked.
     *
     * @param id begins with {@link #PREFIX}; begins the id of each question, and no other's
     * @param mode that the policy to be taught learns in
     * @param first number of the first question: the same numbers are the same questions
     */
    public record Plan(
            String id, Subject subject, PolicyVersion teacher, String mode, long first, int questions, long seed) {
        /** Runs that come of it. */
        public int rollouts() {
            return questions * subject.runsToCollect();
        }
    }

    private final Properties client;
    private final Plan plan;
    private final Codec<RewardedTrajectory> runs = Codec.of(RewardedTrajectory.class);
    private final Codec<MetricPoint> points = Codec.of(MetricPoint.class);
    private final SortedMap<String, Long> fates = new TreeMap<>();
    private long kept;
    private int asked;

    public Collecting(Properties client, Plan plan) {
        this.client = client;
        this.plan = plan;
    }

    /**
     * Asks and waits until every run is kept or dropped.
     *
     * @param configuration options of the collect job beside those that a collecting sets itself
     * @param scratch for the job's checkpoints; of no use afterwards
     * @return how many runs were {@code kept}, and how many were dropped by which reason; of fewer runs if {@code stopped}
     * @throws IllegalStateException if nothing comes of what was asked for two minutes, or the collect job fails
     */
    public SortedMap<String, Long> run(
            Configuration configuration, Path scratch, Progress progress, BooleanSupplier stopped) throws Exception {
        Configuration own = own(configuration, scratch);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1, own);
        CollectJob.build(environment, own);
        try (TopicReader reader = TopicReader.fromEnd(client, Topic.COLLECTED_TRAJECTORIES, Topic.METRICS);
                TopicWriter writer = new TopicWriter(client)) {
            JobClient job = environment.executeAsync();
            CompletableFuture<JobExecutionResult> end = job.getJobExecutionResult();
            try {
                ask(reader, writer, end, progress, stopped);
            } finally {
                if (!end.isDone()) {
                    job.cancel();
                }
                // Until then it writes checkpoints to a folder that is of no use afterwards.
                end.handle((none, reason) -> reason).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
        return fates;
    }

    private Configuration own(Configuration configuration, Path scratch) {
        Configuration own = new Configuration(configuration);
        Map<String, String> kafka = new HashMap<>();
        client.stringPropertyNames().forEach(name -> kafka.put(name, client.getProperty(name)));
        own.set(JobOptions.KAFKA_CLIENT, kafka);
        own.set(JobOptions.TRANSACTION_PREFIX, plan.id());
        own.set(JobOptions.TRANSACTION_TIMEOUT, TRANSACTIONS);
        own.set(CollectJob.QUERIES, plan.id());
        own.set(CollectJob.SINCE, System.currentTimeMillis() - CLOCKS.toMillis());
        // A person waits for it, and can begin again: better than to wait for what may fail over and over.
        own.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
        own.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
        own.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, scratch.toUri().toString());
        return own;
    }

    private void ask(
            TopicReader reader,
            TopicWriter writer,
            CompletableFuture<?> end,
            Progress progress,
            BooleanSupplier stopped)
            throws InterruptedException {
        int next = 0;
        long lastProgress = System.nanoTime();
        while ((next < plan.questions() || !everyRunIsCounted()) && !stopped.getAsBoolean()) {
            while (next < plan.questions() && asked - counted() < UNDER_WAY) {
                ask(writer, next++);
            }
            for (Incoming record : reader.poll(POLL)) {
                if (take(record)) {
                    lastProgress = System.nanoTime();
                }
            }
            goesOn(end);
            progress.to(counted(), fates.getOrDefault(KEPT, 0L) + " kept");
            if (System.nanoTime() - lastProgress > PATIENCE.toNanos()) {
                throw new IllegalStateException(plan.id() + ": " + (asked - counted()) + " of " + asked
                        + " runs have come to nothing yet, and nothing came for " + PATIENCE.toMinutes()
                        + " minutes. Does the run serve agent '"
                        + plan.subject().agent()
                        + "', and do its serve and reward jobs run? See eddy dead-letters list.");
            }
        }
    }

    private void goesOn(CompletableFuture<?> end) {
        if (end.isDone()) {
            throw new IllegalStateException(
                    plan.id() + ": its collect job ended when " + counted() + " of " + asked + " runs were counted",
                    end.handle((none, reason) -> reason).join());
        }
    }

    /** The kept ones must stand there, too: the same commit makes both visible, but not at the same moment. */
    private boolean everyRunIsCounted() {
        return counted() == asked && kept == fates.getOrDefault(KEPT, 0L);
    }

    private long counted() {
        return fates.values().stream().mapToLong(Long::longValue).sum();
    }

    private boolean take(Incoming record) {
        if (record.topic().equals(Topic.METRICS.topicName())) {
            Optional<MetricPoint> point = CommittedConsumer.decoded(record.value(), points::decode)
                    .filter(one -> plan.id().equals(one.getLabels().get(CollectPipeline.QUERIES)));
            point.ifPresent(one -> fates.put(one.getLabels().get("fate"), one.getCount()));
            return point.isPresent();
        }
        boolean ours = CommittedConsumer.decoded(record.value(), runs::decode)
                .filter(run -> run.getQueryId().startsWith(plan.id()))
                .isPresent();
        kept += ours ? 1 : 0;
        return ours;
    }

    private void ask(TopicWriter writer, int index) throws InterruptedException {
        Subject subject = plan.subject();
        long number = plan.first() + index;
        String id = plan.id() + "-" + index;
        Asked question = subject.ask(Part.COLD_START, number, id);
        Query query = question.query()
                .setAgent(subject.agent())
                .setPolicy(plan.teacher().policy())
                .setPinnedVersion(plan.teacher().version())
                .setMode(subject.modeToCollect(plan.mode(), index))
                .setPurpose(Purpose.SERVE)
                .setDecoding(Decoding.SAMPLED)
                .setGroupSize(subject.runsToCollect())
                .setSeed(plan.seed() * 1_000_003 + number)
                .setSubmittedAt(System.currentTimeMillis())
                .build();
        writer.write(Topic.LABELS, id, question.label());
        writer.write(Topic.QUERIES, id, query);
        asked += subject.runsToCollect();
    }
}
