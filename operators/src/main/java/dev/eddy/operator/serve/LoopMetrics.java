// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Effect;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.rollout.EffectLatency;
import dev.eddy.rollout.TrajectoryInvariants;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * What the agent loop tells about itself, all of it from the start, at zero. Labels are bounded: kinds of effects, results,
 * terminations, purposes. Task thread only.
 */
final class LoopMetrics {
    private static final int LATENCIES = 1_000;

    private final Map<String, EffectMetrics> effects = new HashMap<>();
    private final Map<Termination, Counter> ended = new EnumMap<>(Termination.class);
    private final LoopDurations durations;
    private final Counter promptTokens;
    private final Counter generatedTokens;
    private final Counter staleCompletions;
    private final Counter issued;
    private final Counter reissued;
    private final Counter heldMillis;
    private final Counter brokenRecords;
    private final Counter inBlobs;
    private final Counter storeRefusals;

    LoopMetrics(MetricGroup group, Admission admission, JournaledEffectRunner journal) {
        group.gauge(JobMetric.LOOPS_IN_FLIGHT.id(), (Gauge<Integer>) admission::inFlight);
        group.gauge(JobMetric.LOOPS_PARKED.id(), (Gauge<Integer>) admission::parked);
        group.gauge(JobMetric.LOOPS_AWAITING_POLICY.id(), (Gauge<Integer>) admission::aside);
        group.gauge(JobMetric.ADMISSION_PAUSED.id(), (Gauge<Integer>) () -> admission.paused() ? 1 : 0);
        group.gauge(JobMetric.TRAJECTORIES_AWAITING_BLOB_STORE.id(), (Gauge<Integer>) admission::departing);
        if (journal != null) {
            group.gauge(JobMetric.JOURNAL_HITS_TOTAL.id(), (Gauge<Long>) journal::hits);
            group.gauge(JobMetric.JOURNAL_MISMATCHES_TOTAL.id(), (Gauge<Long>) journal::mismatches);
            group.gauge(JobMetric.JOURNAL_FAILURES_TOTAL.id(), (Gauge<Long>) journal::failures);
        }
        promptTokens = group.counter(JobMetric.PROMPT_TOKENS_TOTAL.id());
        generatedTokens = group.counter(JobMetric.GENERATED_TOKENS_TOTAL.id());
        staleCompletions = group.counter(JobMetric.STALE_COMPLETIONS_TOTAL.id());
        issued = group.counter(JobMetric.EFFECTS_ISSUED_TOTAL.id());
        reissued = group.counter(JobMetric.EFFECTS_REISSUED_TOTAL.id());
        heldMillis = group.counter(JobMetric.INPUT_HELD_MS_TOTAL.id());
        brokenRecords = group.counter(JobMetric.BROKEN_RECORDS_TOTAL.id());
        inBlobs = group.counter(JobMetric.TRAJECTORIES_IN_BLOBS_TOTAL.id());
        storeRefusals = group.counter(JobMetric.BLOB_STORE_REFUSALS_TOTAL.id());
        durations = new LoopDurations(group);
        for (Termination cause : Termination.values()) {
            ended.put(cause, group.addGroup("termination", lowerCase(cause)).counter(JobMetric.LOOPS_ENDED_TOTAL.id()));
        }
        Effect.NAMES.forEach(kind -> effects.put(kind, new EffectMetrics(group, kind)));
    }

    void completed(EffectRecord effect) {
        EffectMetrics kind = effects.get(effect.getKind());
        if (effect.getFromJournal()) {
            kind.fromJournal.inc();
        } else {
            kind.results.get(effect.getStatus()).inc();
        }
        if (EffectLatency.isOfOneCall(effect)) {
            kind.latency.update(effect.getLatencyMs());
        }
    }

    void ended(Trajectory trajectory) {
        ended.get(trajectory.getTermination()).inc();
        durations.ended(trajectory);
        promptTokens.inc(trajectory.getPromptTokens());
        generatedTokens.inc(trajectory.getGeneratedTokens());
        if (trajectory.getError() != null && trajectory.getError().startsWith(TrajectoryInvariants.BROKEN)) {
            brokenRecords.inc();
        }
    }

    void stale() {
        staleCompletions.inc();
    }

    /** Every attempt counts. */
    void issued(int calls) {
        issued.inc(calls);
    }

    void reissued(int calls) {
        reissued.inc(calls);
    }

    void held(long millis) {
        heldMillis.inc(millis);
    }

    void leftToBlob() {
        inBlobs.inc();
    }

    /** Every time that it is offered a record counts. */
    void storeRefused() {
        storeRefusals.inc();
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static final class EffectMetrics {
        private final Histogram latency;
        private final Counter fromJournal;
        private final Map<EffectStatus, Counter> results = new EnumMap<>(EffectStatus.class);

        private EffectMetrics(MetricGroup group, String kind) {
            MetricGroup labelled = group.addGroup("effect", kind);
            latency =
                    labelled.histogram(JobMetric.EFFECT_LATENCY_MS.id(), new DescriptiveStatisticsHistogram(LATENCIES));
            for (EffectStatus status : EffectStatus.values()) {
                results.put(
                        status, labelled.addGroup("result", lowerCase(status)).counter(JobMetric.EFFECTS_TOTAL.id()));
            }
            fromJournal = labelled.counter(JobMetric.EFFECTS_FROM_JOURNAL_TOTAL.id());
        }
    }
}
