// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobExceptionsHeaders;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.rest.messages.job.JobExceptionsMessageParameters;
import org.apache.flink.runtime.rest.messages.job.UpperLimitExceptionParameter;

/** A session cluster that runs elsewhere, spoken to by its REST interface. It outlives this. */
public final class RemoteCluster extends FlinkCluster {
    /** As many as a run's jobs may restart; Flink tells sixteen unless asked for more. */
    private static final int MOST_FAILURES = 1_000;

    private final URI address;
    private final Path jar;
    private final RestClusterClient<String> client;
    private final Set<JobID> submitted = ConcurrentHashMap.newKeySet();

    /**
     * Speaks to one.
     *
     * @param address {@code http://host:port} of its REST interface
     * @param jar what goes with each job: the classes that the cluster does not have
     */
    public RemoteCluster(URI address, Path jar) {
        this.address = address;
        this.jar = jar;
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, address.getHost());
        configuration.set(RestOptions.PORT, address.getPort());
        try {
            client = new RestClusterClient<>(configuration, "session");
        } catch (Exception e) { // it declares no narrower one
            throw new IllegalArgumentException("the Flink cluster at " + address + " cannot be spoken to", e);
        }
    }

    @Override
    public void start() throws IOException, InterruptedException {
        if (!Files.isReadable(jar)) {
            throw new IOException("the job jar " + jar + " cannot be read: build it, or name another by 'run.job-jar'");
        }
        try {
            answer(client.getClusterOverview(), "whether it is there");
        } catch (IllegalStateException e) {
            throw new IOException(
                    "no Flink cluster answers at " + address + ": "
                            + e.getCause().getMessage(),
                    e);
        }
    }

    @Override
    public URI webPage() {
        return address;
    }

    @Override
    public JobID submit(JobGraph job, Optional<URI> restore) throws InterruptedException {
        restore.ifPresent(from -> job.setSavepointRestoreSettings(
                SavepointRestoreSettings.forPath(from.toString(), false, RecoveryClaimMode.NO_CLAIM)));
        job.addJar(new org.apache.flink.core.fs.Path(jar.toUri()));
        JobID id = answer(client.submitJob(job), "submitting " + job.getName() + " to " + address);
        submitted.add(id);
        return id;
    }

    @Override
    CompletableFuture<Collection<JobStatusMessage>> jobs() {
        return client.listJobs();
    }

    @Override
    public JobStatus status(JobID job) throws InterruptedException {
        return answer(client.getJobStatus(job), "the status of " + job);
    }

    @Override
    public List<String> failures(JobID job) throws InterruptedException {
        JobExceptionsMessageParameters parameters =
                JobExceptionsHeaders.getInstance().getUnresolvedMessageParameters();
        parameters.jobPathParameter.resolve(job);
        parameters.getQueryParameters().stream()
                .filter(UpperLimitExceptionParameter.class::isInstance)
                .forEach(limit -> ((UpperLimitExceptionParameter) limit).resolve(List.of(MOST_FAILURES)));
        List<String> failures = new ArrayList<>();
        answer(
                        client.sendRequest(
                                JobExceptionsHeaders.getInstance(), parameters, EmptyRequestBody.getInstance()),
                        "the history of " + job)
                .getExceptionHistory()
                .getEntries()
                .forEach(entry -> failures.add(0, entry.getStacktrace()));
        return failures;
    }

    @Override
    boolean allTasksRun(JobID job) throws InterruptedException {
        JobDetailsInfo details = answer(client.getJobDetails(job), "the tasks of " + job);
        return details.getJobStatus() == JobStatus.RUNNING
                && details.getJobVertexInfos().stream()
                        .allMatch(vertex -> vertex.getTasksPerState().getOrDefault(ExecutionState.RUNNING, 0)
                                == vertex.getParallelism());
    }

    @Override
    CompletableFuture<String> stop(JobID job, URI folder) {
        return client.stopWithSavepoint(job, false, folder.toString(), SavepointFormatType.NATIVE);
    }

    @Override
    CompletableFuture<?> end(JobID job) {
        return client.cancel(job);
    }

    @Override
    CompletableFuture<JobResult> result(JobID job) {
        return client.requestJobResult(job);
    }

    @Override
    public void close() {
        closeJobs(submitted::contains);
        client.close();
    }
}
