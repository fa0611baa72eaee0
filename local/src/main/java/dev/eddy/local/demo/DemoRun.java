// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.job.EddyJob;
import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.TraceJob;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.report.Ledger;
import dev.eddy.local.report.LedgerReader;
import dev.eddy.local.report.Report;
import dev.eddy.local.report.Report.AgentReport;
import dev.eddy.local.report.Report.CurvePoint;
import dev.eddy.local.report.RuntimeFigures;
import dev.eddy.local.report.TrainingPace;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.LocalRuntime;
import dev.eddy.local.run.Preflight;
import dev.eddy.local.run.RunFolder;
import dev.eddy.local.run.RunRefusedException;
import dev.eddy.port.EffectJournal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.IOUtils;

/**
 * The main job on one machine from end to end: starts a whole Eddy, lets the policies of its agents learn from a stream of
 * questions while it serves them, compares them with the baselines on held-out ones, and accounts for every record. A run that
 * was stopped or killed goes on from its folder. Single-threaded but for {@link #stop}.
 */
public final class DemoRun implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofMinutes(2);
    /**
     * What an end in order takes at most, whenever it is asked for: a start is finished first, then the jobs are stopped, and what
     * they wrote is read.
     */
    public static final Duration LONGEST_END = START.plus(STOP).plus(STOP);

    private static final Duration STALL = Duration.ofMinutes(3);

    private final long began = System.nanoTime();
    private final DemoSettings settings;
    private final RunProgress progress;
    private final LocalRuntime runtime;
    private final Deque<AutoCloseable> resources;
    private final List<Tenant> tenants;
    private final List<Pupil> pupils;
    private final Teacher teacher;
    private final Asker asker;
    private final Watch watch;
    private volatile boolean stopping;

    private final Map<Pupil, Training> training = new LinkedHashMap<>();
    private final Map<Subject, Evaluation> evaluation = new LinkedHashMap<>();
    private TrainingPace pace;

    private DemoRun(
            DemoSettings settings,
            RunProgress progress,
            LocalRuntime runtime,
            List<Tenant> tenants,
            Teacher teacher,
            Deque<AutoCloseable> resources)
            throws InterruptedException, TimeoutException {
        this.settings = settings;
        this.progress = progress;
        this.runtime = runtime;
        this.tenants = tenants;
        this.pupils =
                tenants.stream().flatMap(tenant -> tenant.pupils().stream()).toList();
        this.teacher = teacher;
        this.resources = resources;
        this.asker = new Asker(runtime.client());
        resources.push(asker);
        this.watch = new Watch(runtime.client(), pupils);
        resources.push(watch);
    }

    /**
     * Starts broker, cluster and jobs, each job from where the folder's last process left it; policies that have a cold start
     * are taught before.
     *
     * @param acceptLoss resume even if records that were pre-committed may be gone
     * @param stopping whether to go no further, asked from any thread; the lessons that are under way are finished and kept
     * @throws StoppedException if it was told to go no further before the jobs were started
     */
    public static DemoRun start(
            RunFolder folder,
            LocalOptions options,
            DemoSettings settings,
            boolean acceptLoss,
            RunProgress progress,
            BooleanSupplier stopping)
            throws Exception {
        Deque<AutoCloseable> resources = new ArrayDeque<>();
        try {
            LocalRuntime runtime = LocalRuntime.start(folder, options, acceptLoss);
            resources.push(runtime);
            Preflight.blobs(
                    runtime.client(),
                    Configuration.fromMap(settings.jobOptions()).get(JobOptions.BLOB_RETENTION),
                    JobOptions.BLOB_RETENTION.key());
            List<Tenant> tenants = tenants(folder, settings, resources);
            Teacher teacher = new Teacher(folder.root(), settings.seed());
            teacher.teach(tenants, progress, stopping);
            Configuration jobs =
                    new LocalConfiguration(folder, runtime.client(), settings, tenants).jobs(teacher::weights);
            // Held here too, so that it outlives the task whose restart it is for.
            resources.push(PortOption.EFFECT_JOURNAL.choice(jobs).lease(EffectJournal.class));
            jobs.set(JobOptions.TRANSACTION_TIMEOUT, options.transactionTimeout());
            for (Tenant tenant : tenants) {
                tenant.subject().load(port -> port.choice(jobs));
            }
            for (EddyJob job : chain(jobs)) {
                submit(runtime, job, jobs);
            }
            runtime.awaitRunning(START);
            return new DemoRun(settings, progress, runtime, tenants, teacher, resources);
        } catch (Exception e) {
            IOUtils.closeAllQuietly(resources);
            throw e;
        }
    }

    private static List<EddyJob> chain(Configuration jobs) {
        List<EddyJob> chain = new ArrayList<>(List.of(EddyJob.SERVE, EddyJob.REWARD, EddyJob.TRAIN, EddyJob.EVAL));
        if (jobs.contains(TraceJob.ENDPOINT)) {
            chain.add(EddyJob.TRACE);
        }
        return chain;
    }

    /** Opens the agents' worlds. */
    private static List<Tenant> tenants(RunFolder folder, DemoSettings settings, Deque<AutoCloseable> resources)
            throws IOException {
        List<Tenant> tenants = new ArrayList<>();
        for (String agent : settings.agents()) {
            Subject subject = Subjects.open(
                    agent,
                    settings.world(),
                    settings.seed(),
                    folder.root(),
                    folder.store().blobs());
            resources.push(subject);
            tenants.add(Tenant.of(subject, settings, settings.agents().size() == 1));
        }
        return tenants;
    }

    private static void submit(LocalRuntime runtime, EddyJob job, Configuration configuration)
            throws IOException, InterruptedException {
        StreamExecutionEnvironment environment = runtime.environment(job.label());
        job.build(environment, configuration);
        runtime.submit(job.label(), environment);
    }

    /**
     * Trains and evaluates.
     *
     * @throws StoppedException if told to stop before it is done
     * @throws RunRefusedException if the run folder grows above its bound; says how to go on
     */
    public void run() throws InterruptedException {
        await(
                "waiting for the first policy version",
                pupils.size(),
                () -> pupils.stream().filter(this::isAnnounced).count(),
                () -> pupils.stream().allMatch(this::isAnnounced));
        pupils.forEach(pupil -> training.put(pupil, new Training(settings, pupil, asker, watch)));
        long trainingBegan = System.nanoTime();
        double stepsBefore = watch.steps();
        long trainedBefore = watch.trained();
        await(
                "training",
                pupils.stream().mapToLong(Pupil::groups).sum(),
                () -> pupils.stream()
                        .mapToLong(pupil -> watch.of(pupil.policy()).done())
                        .sum(),
                () -> advance(training.values()));
        double seconds = (System.nanoTime() - trainingBegan) / 1e9;
        pace = new TrainingPace(
                seconds,
                (watch.trained() - trainedBefore) / seconds,
                (watch.steps() - stepsBefore) / seconds,
                watch.lag(0.5),
                watch.lag(0.99));
        List<Evaluation.Plan> plans = tenants.stream()
                .map(tenant -> tenant.evaluation(settings, watch, asker))
                .toList();
        plans.forEach(plan -> evaluation.put(plan.subject(), new Evaluation(plan, watch::evaluated)));
        await(
                "evaluating",
                plans.stream().mapToLong(Evaluation.Plan::total).sum(),
                () -> evaluation.values().stream().mapToLong(Evaluation::done).sum(),
                () -> {
                    evaluation.values().forEach(this::askAll);
                    return evaluation.values().stream().allMatch(Evaluation::isDone);
                });
    }

    private void askAll(Evaluation one) {
        for (Optional<Question> next = one.next(); next.isPresent(); next = one.next()) {
            asker.ask(next.get());
        }
    }

    private boolean isAnnounced(Pupil pupil) {
        return !watch.of(pupil.policy()).announced().isEmpty();
    }

    /** Lets all go on; true once all are done. */
    private static boolean advance(Collection<Training> all) {
        return all.stream().filter(one -> !one.advance()).count() == 0;
    }

    private void await(String what, long total, LongSupplier done, BooleanSupplier advance)
            throws InterruptedException {
        progress.begin(what, total);
        long lastProgress = System.nanoTime();
        while (!advance.getAsBoolean()) {
            if (stopping) {
                throw new StoppedException();
            }
            runtime.tooLarge().ifPresent(reason -> {
                throw new RunRefusedException(reason);
            });
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
            for (String failure : runtime.cluster().failures(job.getValue())) {
                failures.add(job.getKey() + ": " + failure);
            }
        }
        return failures;
    }

    private String status() {
        StringBuilder status = new StringBuilder();
        for (Pupil pupil : pupils) {
            if (isAnnounced(pupil)) {
                status.append(pupils.size() == 1 ? "version" : pupil.policy())
                        .append(' ')
                        .append(watch.of(pupil.policy()).newest().getVersion())
                        .append(", ");
            }
        }
        return status.isEmpty()
                ? ""
                : status.append(watch.served())
                        .append(" rollouts served")
                        .append(watch.malformed() == 0 ? "" : ", " + watch.malformed() + " unreadable records")
                        .toString();
    }

    /** Ends {@link #run} soon. From any thread. */
    public void stop() {
        stopping = true;
    }

    /** The tables of the evaluation and the learning curves, by agent. */
    public Map<String, AgentReport> evaluated() {
        Map<String, AgentReport> agents = new TreeMap<>();
        for (Tenant tenant : tenants) {
            List<CurvePoint> curves = new ArrayList<>();
            tenant.pupils().forEach(pupil -> curves.addAll(training.get(pupil).curve()));
            Evaluation table = evaluation.get(tenant.subject());
            agents.put(
                    tenant.subject().agent(),
                    new AgentReport(
                            table.rows(Part.TEST),
                            table.rows(Part.TEST_AMONG_ALL),
                            curves,
                            teacher.summary(tenant.own())));
        }
        return agents;
    }

    /** What a table for people should show of an agent beside accuracy, by the metric's name. */
    public List<String> columns(String agent) {
        return tenants.stream()
                .map(Tenant::subject)
                .filter(subject -> subject.agent().equals(agent))
                .findFirst()
                .orElseThrow()
                .columns();
    }

    /** Groups that all policies together are to be trained on. */
    public long trainingGroups() {
        return pupils.stream().mapToLong(Pupil::groups).sum();
    }

    /** Stops the jobs with savepoints, upstream first. */
    public void stopJobs() throws Exception {
        runtime.stop(STOP);
    }

    /** Reads all topics once more, after the jobs were stopped, and sums up. */
    public Report report() throws Exception {
        Ledger ledger = LedgerReader.read(runtime.client(), STOP);
        RuntimeFigures figures = RuntimeFigures.of((System.nanoTime() - began) / 1e9, runtime.restarts(), pace);
        String world = tenants.size() == 1 ? tenants.get(0).subject().world() : "all";
        return new Report(
                "0.1.0",
                settings.seed(),
                world,
                settings.services(),
                evaluated(),
                ledger,
                figures,
                ReportNotes.of(tenants, watch));
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
