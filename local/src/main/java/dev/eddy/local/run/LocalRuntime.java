// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.connector.kafka.Topics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole Eddy on one machine, without its jobs: broker with the topics of the catalogue, Flink cluster, and the folder that
 * both live in. The jobs are submitted to it, each from where its last process left it. Not thread-safe.
 */
public final class LocalRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRuntime.class);
    /** Loops in a checkpoint may name blobs that no record names yet; none lasts this long. */
    private static final Duration BLOB_GRACE = Duration.ofDays(1);

    private final RunFolder folder;
    private final LocalOptions options;
    private final EmbeddedKafka broker;
    private final FlinkCluster cluster;
    private final LifeSign life;
    private final ScheduledExecutorService retention = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "eddy-retention");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, JobID> jobs = new LinkedHashMap<>();
    private boolean alive;
    private volatile String tooLarge;

    private LocalRuntime(RunFolder folder, LocalOptions options) {
        LocalPorts ports = folder.ports();
        this.folder = folder;
        this.options = options;
        this.broker =
                new EmbeddedKafka(folder.brokerLogs(), ports.broker(), ports.controller(), options.brokerSettings());
        this.cluster = options.session() == null
                ? new LocalCluster(
                        folder.scratch(), ports.flink(), ports.metrics(), options.slots(), options.flinkSettings())
                : new RemoteCluster(
                        options.session().address(), options.session().jobJar());
        this.life = new LifeSign(folder.lifeSign(), options.transactionTimeout(), InstantSource.system());
    }

    /**
     * Checks the machine and the time since the last sign of life, then starts broker and cluster. The folder stays the
     * caller's to close, after this.
     *
     * @param acceptLoss resume even if pre-committed records may be gone
     * @throws RunRefusedException with the faults and their cures
     */
    public static LocalRuntime start(RunFolder folder, LocalOptions options, boolean acceptLoss)
            throws IOException, InterruptedException {
        boolean fresh = !Files.exists(folder.lifeSign());
        Preflight.machine(folder, options.maxBytes());
        if (!acceptLoss) {
            LifeSign.refuseIfTooLate(folder.lifeSign(), InstantSource.system());
        }
        RetentionSweep.deleteFiles(folder.scratch(), file -> true);
        Files.createDirectories(folder.scratch());
        LocalRuntime runtime = new LocalRuntime(folder, options);
        boolean started = false;
        try {
            runtime.broker.start();
            Preflight.transactions(runtime.client(), options.transactionTimeout());
            Topics.create(runtime.client(), options.busyPartitions(), (short) 1, options::topicBytes);
            Topics.bound(runtime.client(), options::topicBytes);
            runtime.sweepBlobs();
            runtime.cluster.start();
            runtime.endEarlier();
            if (fresh) {
                runtime.beginLife();
            }
            started = true;
            return runtime;
        } finally {
            if (!started) {
                runtime.close();
            }
        }
    }

    /** How clients reach the broker. */
    public Properties client() {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", broker.bootstrap());
        return client;
    }

    public RunFolder folder() {
        return folder;
    }

    public FlinkCluster cluster() {
        return cluster;
    }

    /** The jobs submitted, in order. */
    public Map<String, JobID> jobs() {
        return Collections.unmodifiableMap(jobs);
    }

    /** Begins the transactional ids of the run's jobs; the same after every resume. */
    public String transactionPrefix() {
        return "eddy-" + folder.runId();
    }

    /** An environment to build a job in: exactly-once checkpoints into the run folder, kept when the job ends early. */
    public StreamExecutionEnvironment environment(String job) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.NAME, job);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.checkpoints(job).toUri().toString());
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, options.checkpointInterval());
        configuration.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, options.restartAttempts());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
        configuration.addAll(Configuration.fromMap(options.flinkSettings()));
        return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    }

    /**
     * Starts a job from its newest checkpoint or savepoint, or from nothing if it has none. Submit upstream jobs first: they
     * are stopped in this order.
     *
     * @param wired what {@link #environment} made, with the job built in it
     * @throws RunRefusedException if the newest checkpoint cannot be read
     */
    public JobID submit(String job, StreamExecutionEnvironment wired) throws IOException, InterruptedException {
        RetentionSweep.unfinishedSavepoints(folder, job);
        Optional<URI> restore = new CheckpointIndex(folder)
                .newest(job)
                .map(newest -> newest.place().toUri());
        JobGraph graph = wired.getStreamGraph().getJobGraph();
        JobID id = cluster.submit(graph, restore);
        jobs.put(job, id);
        remember();
        return id;
    }

    private void remember() throws IOException {
        Map<String, String> ids = new HashMap<>();
        jobs.forEach((job, id) -> ids.put(job, id.toHexString()));
        PropertyFile.write(folder.jobs(), ids);
    }

    /** A cluster that outlived an earlier process may still run its jobs: two of one name would both write. */
    private void endEarlier() throws IOException, InterruptedException {
        if (Files.exists(folder.jobs())) {
            Set<JobID> earlier = PropertyFile.read(folder.jobs()).values().stream()
                    .map(id -> JobID.fromHexString((String) id))
                    .collect(Collectors.toSet());
            cluster.cancelAll(earlier::contains);
        }
    }

    /**
     * Waits until every submitted job runs. From then on what earlier processes had pre-committed is committed, and the run
     * counts as alive.
     */
    public void awaitRunning(Duration patience) throws IOException, InterruptedException, TimeoutException {
        for (JobID job : jobs.values()) {
            cluster.awaitRunning(job, patience);
        }
        beginLife();
        Map<String, JobID> running = Map.copyOf(jobs);
        retention.scheduleWithFixedDelay(() -> sweepCheckpoints(running), 0, 10, TimeUnit.SECONDS);
        retention.scheduleWithFixedDelay(this::measure, 0, 30, TimeUnit.SECONDS);
    }

    /**
     * What to say and do since the run folder has grown above its bound; empty where it has not, or not been measured since. A
     * running job may need all that is there, so whoever drives the run should stop it then.
     */
    public Optional<String> tooLarge() {
        return Optional.ofNullable(tooLarge);
    }

    /** How often the jobs failed and were restarted, all together; also after they were stopped. */
    public int restarts() throws InterruptedException {
        int restarts = 0;
        for (JobID job : jobs.values()) {
            restarts += cluster.failures(job).size();
        }
        return restarts;
    }

    /**
     * Stops all jobs in order, upstream first, each with a savepoint. After that the run can be resumed at any time.
     *
     * @param patience for all of them together
     * @throws IllegalStateException if a job has failed before; the run is then resumed as after a kill
     */
    public void stop(Duration patience) throws IOException, InterruptedException, TimeoutException {
        endRetention();
        long deadline = System.nanoTime() + patience.toNanos();
        for (Map.Entry<String, JobID> job : jobs.entrySet()) {
            if (cluster.status(job.getValue()) != JobStatus.FINISHED) {
                Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
                cluster.stopWithSavepoint(
                        job.getValue(), folder.savepoints(job.getKey()).toUri(), left);
            }
        }
        life.endInOrder();
    }

    /** Shuts cluster and broker down. Jobs that still run end where they are, as after a kill. */
    @Override
    public void close() {
        life.close();
        endRetention();
        cluster.close();
        broker.close();
    }

    private void sweepCheckpoints(Map<String, JobID> running) {
        running.forEach((job, id) -> {
            try {
                RetentionSweep.checkpoints(folder, job, id.toHexString());
            } catch (IOException | RunRefusedException e) {
                LOG.error("old checkpoints of job {} cannot be swept; the run goes on", job, e);
            }
        });
    }

    private void measure() {
        try {
            tooLarge = Preflight.tooLarge(folder, options.maxBytes()).orElse(null);
        } catch (IOException e) {
            LOG.error("the size of run folder {} cannot be told; the run goes on", folder.root(), e);
        }
    }

    private void endRetention() {
        retention.shutdown();
        try {
            retention.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweepBlobs() throws IOException, InterruptedException {
        if (!Files.exists(folder.lifeSign())) {
            return;
        }
        Instant died = Files.getLastModifiedTime(folder.lifeSign()).toInstant();
        try {
            RetentionSweep.blobs(folder, client(), died.minus(BLOB_GRACE));
        } catch (TimeoutException e) {
            throw new IOException("the blobs that are still needed cannot be told: " + e.getMessage(), e);
        }
    }

    private void beginLife() throws IOException {
        if (!alive) {
            life.begin();
            alive = true;
        }
    }
}
