// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Flink cluster as whoever submits jobs sees it. Its methods block until the cluster has answered. Thread-safe. */
public abstract class FlinkCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlinkCluster.class);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 10;

    FlinkCluster() {}

    /** Makes it ready for jobs, or fails. */
    public abstract void start() throws IOException, InterruptedException;

    /** The address of Flink's web page. */
    public abstract URI webPage() throws InterruptedException;

    /**
     * Starts a job.
     *
     * @param restore the checkpoint or savepoint to start from; it is read and left where it is
     */
    public abstract JobID submit(JobGraph job, Optional<URI> restore) throws InterruptedException;

    public abstract JobStatus status(JobID job) throws InterruptedException;

    /** What made the job restart or fail, with stack traces, oldest first; each restart has one entry. */
    public abstract List<String> failures(JobID job) throws InterruptedException;

    abstract CompletableFuture<Collection<JobStatusMessage>> jobs();

    abstract boolean allTasksRun(JobID job) throws InterruptedException;

    abstract CompletableFuture<String> stop(JobID job, URI folder);

    abstract CompletableFuture<?> end(JobID job);

    abstract CompletableFuture<JobResult> result(JobID job);

    /** Cancels the jobs submitted here that still run, each leaving its newest checkpoint, and frees what this holds. */
    @Override
    public abstract void close();

    /**
     * Waits until every task of a job runs.
     *
     * @throws IllegalStateException if the job ends instead; the message has its failure
     * @throws TimeoutException if it neither runs nor ends in time; its last failure, if there was one, is in the message
     */
    public void awaitRunning(JobID job, Duration patience) throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!allTasksRun(job)) {
            JobStatus status = status(job);
            if (status.isTerminalState()) {
                throw new IllegalStateException("job " + job + " is " + status + " instead of running" + last(job));
            }
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(
                        "job " + job + " is still " + status + " after " + patience.toSeconds() + " s" + last(job));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private String last(JobID job) throws InterruptedException {
        List<String> failures = failures(job);
        return failures.isEmpty() ? "" : "; its last failure: " + failures.get(failures.size() - 1);
    }

    /**
     * Stops a job in order: its sources stop, what is under way is written and committed, and the savepoint holds the rest.
     *
     * @return where the savepoint stands
     * @throws TimeoutException if that takes too long; the job may still be stopping
     */
    public URI stopWithSavepoint(JobID job, URI folder, Duration patience)
            throws InterruptedException, TimeoutException {
        URI place = URI.create(answer(stop(job, folder), "stopping " + job, patience));
        JobResult result = answer(result(job), "the end of " + job, patience);
        if (!result.isSuccess()) {
            throw new IllegalStateException(
                    "job " + job + " failed after its savepoint " + place,
                    result.getSerializedThrowable().orElse(null));
        }
        return place;
    }

    /** Ends the job where it is; its newest checkpoint stays. */
    public void cancel(JobID job) throws InterruptedException {
        answer(end(job), "cancelling " + job);
        answer(result(job), "the end of " + job);
    }

    /** Ends those of the cluster's jobs that still run, each leaving its newest checkpoint. */
    void cancelAll(Predicate<JobID> which) throws InterruptedException {
        for (JobStatusMessage job : answer(jobs(), "the jobs")) {
            if (which.test(job.getJobId()) && !job.getJobState().isGloballyTerminalState()) {
                cancel(job.getJobId());
            }
        }
    }

    /** The same where all is to end, whatever fails. */
    final void closeJobs(Predicate<JobID> which) {
        try {
            cancelAll(which);
        } catch (IllegalStateException e) {
            LOG.warn("a job could not be cancelled", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static <T> T answer(CompletableFuture<? extends T> future, String what) throws InterruptedException {
        try {
            return answer(future, what, ANSWER);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static <T> T answer(CompletableFuture<? extends T> future, String what, Duration patience)
            throws InterruptedException, TimeoutException {
        try {
            return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the Flink cluster failed: " + what, e.getCause());
        } catch (TimeoutException e) {
            throw new TimeoutException("the Flink cluster gave no answer in " + patience.toSeconds() + " s: " + what);
        }
    }
}
