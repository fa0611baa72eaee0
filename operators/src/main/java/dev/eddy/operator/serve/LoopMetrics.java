// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.effect.JournaledEffectRunner;
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

/** What the agent loop tells about itself. Labels are bounded: kinds of effects, results, terminations. Task thread only. */
final class LoopMetrics {
    private static final int LATENCIES = 1_000;

    private final MetricGroup group;
    private final Map<String, EffectMetrics> effects = new HashMap<>();
    private final Map<Termination, Counter> ended = new EnumMap<>(Termination.class);
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
        this.group = group;
        group.gauge("loops_in_flight", (Gauge<Integer>) admission::inFlight);
        group.gauge("loops_parked", (Gauge<Integer>) admission::parked);
        group.gauge("loops_awaiting_policy", (Gauge<Integer>) admission::aside);
        group.gauge("admission_paused", (Gauge<Integer>) () -> admission.paused() ? 1 : 0);
        group.gauge("trajectories_awaiting_blob_store", (Gauge<Integer>) admission::departing);
        if (journal != null) {
            group.gauge("journal_hits_total", (Gauge<Long>) journal::hits);
            group.gauge("journal_mismatches_total", (Gauge<Long>) journal::mismatches);
            group.gauge("journal_failures_total", (Gauge<Long>) journal::failures);
        }
        promptTokens = group.counter("prompt_tokens_total");
        generatedTokens = group.counter("generated_tokens_total");
        staleCompletions = group.counter("stale_completions_total");
        issued = group.counter("effects_issued_total");
        reissued = group.counter("effects_reissued_total");
        heldMillis = group.counter("input_held_ms_total");
        brokenRecords = group.counter("broken_records_total");
        inBlobs = group.counter("trajectories_in_blobs_total");
        storeRefusals = group.counter("blob_store_refusals_total");
    }

    void completed(EffectRecord effect) {
        EffectMetrics kind = effects.computeIfAbsent(effect.getKind(), EffectMetrics::new);
        if (effect.getFromJournal()) {
            kind.fromJournal.inc();
        } else {
            kind.results.computeIfAbsent(effect.getStatus(), kind::result).inc();
        }
        if (EffectLatency.isOfOneCall(effect)) {
            kind.latency.update(effect.getLatencyMs());
        }
    }

    void ended(Trajectory trajectory) {
        ended.computeIfAbsent(
                        trajectory.getTermination(),
                        cause -> group.addGroup("termination", lowerCase(cause)).counter("loops_ended_total"))
                .inc();
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

    private final class EffectMetrics {
        private final MetricGroup labelled;
        private final Histogram latency;
        private final Counter fromJournal;
        private final Map<EffectStatus, Counter> results = new EnumMap<>(EffectStatus.class);

        private EffectMetrics(String kind) {
            labelled = group.addGroup("effect", kind);
            latency = labelled.histogram("effect_latency_ms", new DescriptiveStatisticsHistogram(LATENCIES));
            fromJournal = labelled.counter("effects_from_journal_total");
        }

        private Counter result(EffectStatus status) {
            return labelled.addGroup("result", lowerCase(status)).counter("effects_total");
        }
    }
}
