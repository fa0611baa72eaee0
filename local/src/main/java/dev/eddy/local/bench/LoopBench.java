// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import dev.eddy.local.bench.Meter.Reading;
import dev.eddy.local.run.LocalCluster;
import dev.eddy.local.run.LocalPorts;
import dev.eddy.operator.serve.LoopEnvironment;
import dev.eddy.operator.serve.LoopLimits;
import dev.eddy.port.EffectRunner;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStatsSummarySnapshot;

/**
 * What agent loops cost: the bare state machine, then the operator on a mini cluster with effects that answer at once, then
 * with many loops waiting. All in one run, so that the rows can be compared. Each row measures for a while after a warm-up.
 */
public final class LoopBench {
    private static final int PARALLELISM = 2;
    private static final int SATURATING = 1_000;
    private static final long WAITING_MS = 50;
    /** One more in so many waits for a slot: keys fall on the subtasks by chance, and none may run short. */
    private static final int SPARE = 5;

    private static final long POLL_MILLIS = 10;
    private static final Duration CHECKPOINTS = Duration.ofSeconds(1);

    private final Path scratch;
    private final Duration warmUp;
    private final Duration measured;
    private final Consumer<BenchRow> report;

    /**
     * @param scratch an empty folder for checkpoints and pictures
     * @param report hears each row as it comes
     */
    public LoopBench(Path scratch, Duration warmUp, Duration measured, Consumer<BenchRow> report) {
        this.scratch = scratch;
        this.warmUp = warmUp;
        this.measured = measured;
        this.report = report;
    }

    /** Measures all rows. */
    public List<BenchRow> run() throws Exception {
        List<BenchRow> rows = new ArrayList<>();
        BenchSubject instant = BenchSubject.trivial(0, scratch);
        BenchSubject waiting = BenchSubject.trivial(WAITING_MS, scratch);
        BenchSubject actIcl = BenchSubject.actIcl(scratch);
        add(rows, bare(instant));
        add(rows, operator(instant, "heap", 0, SATURATING));
        for (String backend : List.of("heap", "rocksdb")) {
            for (int inFlight : new int[] {1_000, 10_000}) {
                add(rows, operator(waiting, backend, WAITING_MS, inFlight));
            }
        }
        add(rows, bare(actIcl));
        add(rows, operator(actIcl, "heap", 0, 64));
        return rows;
    }

    private void add(List<BenchRow> rows, BenchRow row) {
        report.accept(row);
        rows.add(row);
    }

    private BenchRow bare(BenchSubject subject) throws Exception {
        try (LoopEnvironment.Opened opened = subject.environment().open()) {
            EffectRunner runner = Meter.counting(opened.effects());
            InMemoryDriver driver = new InMemoryDriver(runner, InstantSource.system());
            Rollouts<?> rollouts =
                    opened.rollouts().get(subject.queries().get(0).getAgent());
            Codec<Trajectory> codec = Codec.of(Trajectory.class);
            drive(driver, rollouts, subject, codec, warmUp);
            Reading before = Reading.now();
            drive(driver, rollouts, subject, codec, measured);
            return row(subject, "none", 0, null, before, Reading.now(), null);
        }
    }

    private static void drive(
            InMemoryDriver driver, Rollouts<?> rollouts, BenchSubject subject, Codec<Trajectory> codec, Duration length)
            throws InterruptedException {
        VersionSource versions = VersionSource.only(subject.version());
        long end = System.nanoTime() + length.toNanos();
        for (long number = 0; System.nanoTime() < end; number++) {
            Trajectory trajectory = driver.run(rollouts, request(subject.queries(), number), versions);
            Meter.finished(codec.encode(trajectory).length);
        }
    }

    private BenchRow operator(BenchSubject subject, String backend, long latencyMs, int inFlight) throws Exception {
        LocalPorts ports = LocalPorts.free();
        Map<String, String> settings =
                Map.of("web.checkpoints.history", "200", "taskmanager.memory.managed.size", "256m");
        try (LocalCluster cluster = new LocalCluster(scratch, ports.flink(), ports.metrics(), PARALLELISM, settings)) {
            cluster.start();
            BenchJob job = new BenchJob(subject, backend, CHECKPOINTS, scratch.resolve("checkpoints"), PARALLELISM);
            int spare = inFlight / SPARE;
            int underWay = inFlight + spare;
            Offers.begin(underWay, spare);
            LoopLimits limits = new LoopLimits(
                    inFlight / PARALLELISM,
                    underWay,
                    LoopLimits.DEFAULT.deadline(),
                    LoopLimits.DEFAULT.policyWait(),
                    LoopLimits.DEFAULT.inlineBytes(),
                    LoopLimits.DEFAULT.pinVersion());
            long ended = Reading.now().loops();
            JobID id = cluster.submit(job.graph(limits), java.util.Optional.empty());
            cluster.awaitRunning(id, Duration.ofSeconds(60));
            awaitLoop(cluster, id, ended);
            Thread.sleep(warmUp.toMillis());
            Reading before = Reading.now();
            Thread.sleep(measured.toMillis());
            Reading after = Reading.now();
            BenchRow row = row(subject, backend, latencyMs, inFlight, before, after, cluster.checkpoints(id));
            cluster.cancel(id);
            return row;
        }
    }

    /** Tasks run before their first loop has got anywhere, on a slow machine for seconds. */
    private static void awaitLoop(LocalCluster cluster, JobID job, long endedBefore) throws InterruptedException {
        while (Reading.now().loops() == endedBefore) {
            if (cluster.status(job).isTerminalState()) {
                throw new IllegalStateException(
                        "the benchmark's job ended before a loop did: " + cluster.failures(job));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The request of a number; the queries come round again, each time under another id. */
    static RolloutRequest request(List<Query> queries, long number) {
        Query query = Query.newBuilder(queries.get((int) (number % queries.size())))
                .setQueryId(Long.toString(number))
                .build();
        return new RolloutRequest(query, 0, new SourcePosition("bench", 0, number));
    }

    private static BenchRow row(
            BenchSubject subject,
            String backend,
            long latencyMs,
            Integer inFlight,
            Reading before,
            Reading after,
            CheckpointStatsSnapshot checkpoints) {
        double seconds = after.seconds(before);
        long loops = after.loops() - before.loops();
        double effects = (after.effects() - before.effects()) / seconds;
        boolean waits = latencyMs > 0;
        CompletedCheckpointStatsSummarySnapshot done =
                checkpoints == null || checkpoints.getCounts().getNumberOfCompletedCheckpoints() == 0
                        ? null
                        : checkpoints.getSummaryStats();
        return new BenchRow(
                subject.name(),
                backend,
                latencyMs,
                inFlight,
                (after.steps() - before.steps()) / seconds,
                waits ? effects / (inFlight * 1_000.0 / latencyMs) : null,
                (after.cpuNanos() - before.cpuNanos()) / 1e9 / seconds,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                done == null ? null : done.getEndToEndDurationStats().getQuantile(0.5),
                done == null ? null : (double) done.getEndToEndDurationStats().getMaximum(),
                done == null ? null : (double) done.getStateSizeStats().getAverage() / inFlight,
                loops == 0 ? null : (double) (after.bytes() - before.bytes()) / loops);
    }
}
