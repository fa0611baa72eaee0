// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.prometheus.LoopbackPrometheusReporterFactory;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.scheduler.ExecutionGraphInfo;

/** A Flink cluster in this JVM: one job manager with its web page and one task manager, on loopback. Thread-safe once started. */
public final class LocalCluster extends FlinkCluster {
    private final MiniCluster cluster;

    /**
     * @param scratch a folder for what the cluster needs while it runs
     * @param slots tasks of one job share a slot, so each job needs as many as its parallelism
     * @param extra Flink settings that replace the ones set here
     */
    public LocalCluster(Path scratch, int webPort, int metricsPort, int slots, Map<String, String> extra) {
        Configuration configuration = configuration(scratch, webPort, metricsPort);
        configuration.addAll(Configuration.fromMap(extra));
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .setCommonBindAddress("127.0.0.1")
                .build());
    }

    @Override
    public void start() throws IOException {
        try {
            cluster.start();
        } catch (Exception e) { // MiniCluster declares no narrower one
            throw new IOException("the Flink cluster does not start: " + e.getMessage(), e);
        }
    }

    @Override
    public URI webPage() throws InterruptedException {
        return answer(cluster.getRestAddress(), "the web page's address");
    }

    @Override
    public JobID submit(JobGraph job, Optional<URI> restore) throws InterruptedException {
        restore.ifPresent(from -> job.setSavepointRestoreSettings(
                SavepointRestoreSettings.forPath(from.toString(), false, RecoveryClaimMode.NO_CLAIM)));
        return answer(cluster.submitJob(job), "submitting " + job.getName()).getJobID();
    }

    @Override
    public JobStatus status(JobID job) throws InterruptedException {
        return answer(cluster.getJobStatus(job), "the status of " + job);
    }

    @Override
    public List<String> failures(JobID job) throws InterruptedException {
        ExecutionGraphInfo info = answer(cluster.getExecutionGraphInfo(job), "the history of " + job);
        List<String> failures = new ArrayList<>();
        info.getExceptionHistory().forEach(entry -> failures.add(entry.getExceptionAsString()));
        return failures;
    }

    @Override
    boolean allTasksRun(JobID job) throws InterruptedException {
        AccessExecutionGraph graph = answer(cluster.getExecutionGraph(job), "the tasks of " + job);
        return graph.getState() == JobStatus.RUNNING
                && StreamSupport.stream(graph.getAllExecutionVertices().spliterator(), false)
                        .allMatch(task -> task.getExecutionState() == ExecutionState.RUNNING);
    }

    @Override
    CompletableFuture<String> stop(JobID job, URI folder) {
        return cluster.stopWithSavepoint(job, folder.toString(), false, SavepointFormatType.NATIVE);
    }

    @Override
    CompletableFuture<?> end(JobID job) {
        return cluster.cancelJob(job);
    }

    @Override
    CompletableFuture<JobResult> result(JobID job) {
        return cluster.requestJobResult(job);
    }

    /** Times and sizes of the checkpoints so far; null before the first. */
    public CheckpointStatsSnapshot checkpoints(JobID job) throws InterruptedException {
        return answer(cluster.getExecutionGraph(job), "the checkpoints of " + job)
                .getCheckpointStatsSnapshot();
    }

    @Override
    CompletableFuture<Collection<JobStatusMessage>> jobs() {
        return cluster.listJobs();
    }

    @Override
    public void close() {
        if (cluster.isRunning()) {
            closeJobs(job -> true);
        }
        cluster.closeAsync().join();
    }

    private static Configuration configuration(Path scratch, int webPort, int metricsPort) {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.PORT, webPort);
        configuration.set(RestOptions.BIND_PORT, Integer.toString(webPort));
        configuration.set(JobManagerOptions.BIND_HOST, "127.0.0.1");
        configuration.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
        // The page asks for no password: it may look, but neither load code nor stop a job behind the ledger's back.
        configuration.set(WebOptions.SUBMIT_ENABLE, false);
        configuration.set(WebOptions.CANCEL_ENABLE, false);
        // One entry a restart; the default forgets all but sixteen.
        configuration.set(WebOptions.MAX_EXCEPTION_HISTORY_SIZE, 1000);
        configuration.set(CoreOptions.TMP_DIRS, scratch.toString());
        configuration.set(BlobServerOptions.STORAGE_DIRECTORY, scratch.toString());
        configuration.set(WebOptions.TMP_DIR, scratch.toString());
        // A job's own setting of this one is ignored.
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 2);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        configuration.setString(
                "metrics.reporter.prometheus.factory.class", LoopbackPrometheusReporterFactory.class.getName());
        configuration.setString("metrics.reporter.prometheus.port", Integer.toString(metricsPort));
        // Off, or else the port policy-model is policy_model and a bound of 0.5 is 0_5.
        configuration.setString("metrics.reporter.prometheus.filterLabelValueCharacters", "false");
        return configuration;
    }
}
