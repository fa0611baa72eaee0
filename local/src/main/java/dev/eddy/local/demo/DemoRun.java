// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.job.EvalJob;
import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import dev.eddy.job.ServeJob;
import dev.eddy.job.TrainJob;
import dev.eddy.local.report.Ledger;
import dev.eddy.local.report.LedgerReader;
import dev.eddy.local.report.ModeRow;
import dev.eddy.local.report.Report;
import dev.eddy.local.report.Report.AgentReport;
import dev.eddy.local.report.RuntimeFigures;
import dev.eddy.local.report.TrainingPace;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.LocalRuntime;
import dev.eddy.local.run.RunFolder;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.WorldBank;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.Ports;
import dev.eddy.schemas.PolicyUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.IOUtils;

/**
 * The main job on one machine from end to end: starts a whole Eddy, lets the policy learn from a stream of questions while it
 * serves them, compares it with the baselines on held-out ones, and accounts for every record. A run that was stopped or
 * killed goes on from its folder. Single-threaded but for {@link #stop}.
 */
public final class DemoRun implements AutoCloseable {
    private static final List<String> NOTES = List.of(
            "ledger.effects is counted from the trajectories; null if one was too large for its topic",
            "runtime.stepsPerSecond counts acting calls of scored training rollouts; trainingSeconds is this process's alone",
            "runtime.learningLagMsMedian and P99 are the time from a group's closing until a reader sees a version trained on it");
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofMinutes(2);
    private static final Duration STALL = Duration.ofMinutes(3);

    private final long began = System.nanoTime();
    private final DemoSettings settings;
    private final RunProgress progress;
    private final LocalRuntime runtime;
    private final Deque<AutoCloseable> resources;
    private final WorldBank world;
    private final Asker asker;
    private final Watch watch;
    private volatile boolean stopping;

    private Training training;
    private Evaluation evaluation;
    private TrainingPace pace;

    private DemoRun(
            DemoSettings settings,
            RunProgress progress,
            LocalRuntime runtime,
            WorldBank world,
            Deque<AutoCloseable> resources)
            throws InterruptedException, TimeoutException {
        this.settings = settings;
        this.progress = progress;
        this.runtime = runtime;
        this.world = world;
        this.resources = resources;
        this.asker = new Asker(runtime.client());
        resources.push(asker);
        this.watch = new Watch(runtime.client(), Questions.POLICY);
        resources.push(watch);
    }

    /**
     * Starts broker, cluster and jobs, each job from where the folder's last process left it.
     *
     * @param acceptLoss resume even if records that were pre-committed may be gone
     */
    public static DemoRun start(
            RunFolder folder, LocalOptions options, DemoSettings settings, boolean acceptLoss, RunProgress progress)
            throws Exception {
        Deque<AutoCloseable> resources = new ArrayDeque<>();
        try {
            LocalRuntime runtime = LocalRuntime.start(folder, options, acceptLoss);
            resources.push(runtime);
            LocalConfiguration local = new LocalConfiguration(folder, runtime.client(), settings);
            Configuration jobs = local.jobs();
            Ports.Lease<DemonstrationBank> bank =
                    PortOption.DEMONSTRATION_BANK.choice(jobs).lease(DemonstrationBank.class);
            resources.push(bank);
            // Held here too, so that it outlives the task whose restart it is for.
            resources.push(PortOption.EFFECT_JOURNAL.choice(jobs).lease(EffectJournal.class));
            jobs.set(JobOptions.TRANSACTION_TIMEOUT, options.transactionTimeout());
            submit(runtime, ServeJob.NAME, jobs, ServeJob::build);
            submit(runtime, RewardJob.NAME, jobs, RewardJob::build);
            submit(runtime, TrainJob.NAME, jobs, TrainJob::build);
            submit(runtime, EvalJob.NAME, jobs, EvalJob::build);
            runtime.awaitRunning(START);
            return new DemoRun(settings, progress, runtime, (WorldBank) bank.get(), resources);
        } catch (Exception e) {
            IOUtils.closeAllQuietly(resources);
            throw e;
        }
    }

    private interface Wiring {
        void build(StreamExecutionEnvironment environment, Configuration configuration);
    }

    private static void submit(LocalRuntime runtime, String job, Configuration configuration, Wiring wiring)
            throws IOException, InterruptedException {
        StreamExecutionEnvironment environment = runtime.environment(job);
        wiring.build(environment, configuration);
        runtime.submit(job, environment);
    }

    /** Trains and evaluates. Throws {@link StoppedException} if told to stop before it is done. */
    public void run() throws InterruptedException {
        await(
                "waiting for the first policy version",
                1,
                () -> watch.announced().size(),
                () -> !watch.announced().isEmpty());
        Questions questions = new Questions(world, settings);
        training = new Training(settings, questions, asker, watch);
        long trainingBegan = System.nanoTime();
        double stepsBefore = watch.steps();
        long trainedBefore = watch.trained();
        await("training", settings.trainingGroups(), watch::groupsConsumed, training::advance);
        double seconds = (System.nanoTime() - trainingBegan) / 1e9;
        pace = new TrainingPace(
                seconds,
                (watch.trained() - trainedBefore) / seconds,
                (watch.steps() - stepsBefore) / seconds,
                watch.lag().quantile(0.5),
                watch.lag().quantile(0.99));
        long newest = newest().getVersion();
        evaluation = new Evaluation(settings, questions, asker, watch, newest);
        await("evaluating", evaluation.total(), evaluation::done, evaluation::advance);
    }

    private PolicyUpdate newest() {
        return watch.announced().get(watch.announced().size() - 1);
    }

    private void await(String what, long total, LongSupplier done, BooleanSupplier advance)
            throws InterruptedException {
        progress.begin(what, total);
        long lastProgress = System.nanoTime();
        while (!advance.getAsBoolean()) {
            if (stopping) {
                throw new StoppedException();
            }
            if (watch.poll()) {
                lastProgress = System.nanoTime();
                progress.at(done.getAsLong(), status());
            } else if (System.nanoTime() - lastProgress > STALL.toNanos()) {
                throw new IllegalStateException(what + " made no progress for " + STALL.toMinutes() + " minutes, at "
                        + done.getAsLong() + " of " + total + "; failures of the jobs: " + failures());
            }
        }
        progress.end();
    }

    private List<String> failures() throws InterruptedException {
        List<String> failures = new ArrayList<>();
        for (Map.Entry<String, JobID> job : runtime.jobs().entrySet()) {
            for (Throwable failure : runtime.cluster().failures(job.getValue())) {
                failures.add(job.getKey() + ": " + failure);
            }
        }
        return failures;
    }

    private String status() {
        if (watch.announced().isEmpty()) {
            return "";
        }
        return "version " + newest().getVersion() + ", " + watch.served() + " rollouts served";
    }

    /** Ends {@link #run} soon. From any thread. */
    public void stop() {
        stopping = true;
    }

    /** The table of the evaluation. */
    public AgentReport evaluated() {
        return new AgentReport(modes(Split.STRICT), modes(Split.ALL), training.curve(), null);
    }

    private List<ModeRow> modes(Split split) {
        List<ModeRow> rows = new ArrayList<>();
        for (EvaluationMode mode : EvaluationMode.ALL) {
            rows.add(ModeRow.of(
                    mode.name(),
                    mode.reportedCount(),
                    "greedy",
                    mode.untrained() ? 0 : newest().getVersion(),
                    evaluation.results(split, mode)));
        }
        return rows;
    }

    /** Stops the jobs with savepoints, upstream first. */
    public void stopJobs() throws Exception {
        runtime.stop(STOP);
    }

    /** Reads all topics once more, after the jobs were stopped, and sums up. */
    public Report report() throws Exception {
        Ledger ledger = LedgerReader.read(runtime.client(), STOP);
        RuntimeFigures figures = RuntimeFigures.of((System.nanoTime() - began) / 1e9, runtime.restarts(), pace);
        return new Report(
                "0.1.0",
                settings.seed(),
                world(),
                "embedded",
                Map.of(Questions.POLICY, evaluated()),
                ledger,
                figures,
                NOTES);
    }

    private String world() {
        String world = settings.world();
        return world.contains("/")
                ? world.substring(0, world.indexOf(':') + 1) + world.substring(world.lastIndexOf('/') + 1)
                : world;
    }

    public LocalRuntime runtime() {
        return runtime;
    }

    /** Shuts everything down; jobs that still run end where they are. */
    @Override
    public void close() throws Exception {
        IOUtils.closeAll(resources);
    }
}
