// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import static dev.eddy.metric.catalogue.MetricType.COUNTER;
import static dev.eddy.metric.catalogue.MetricType.GAUGE;
import static dev.eddy.metric.catalogue.MetricType.HISTOGRAM;
import static dev.eddy.metric.catalogue.MetricType.SUMMARY;

import java.util.List;
import java.util.Locale;

/** Every metric that an operator registers itself, by its own name; the constants are the only names that operators use. */
public enum JobMetric {
    LOOPS_IN_FLIGHT(GAUGE, "runs", "Serve: runs under way."),
    LOOPS_PARKED(GAUGE, "runs", "Serve: runs that wait in state for a slot."),
    LOOPS_AWAITING_POLICY(GAUGE, "runs", "Serve: runs that wait for a version of their policy."),
    ADMISSION_PAUSED(GAUGE, "state", "Serve: 1 while nobody begins, since the policy model's breaker is open."),
    LOOPS_ENDED_TOTAL(COUNTER, "runs", "Serve: runs that ended, by their termination.", "termination"),
    LOOP_DURATION_SECONDS_BUCKET(
            HISTOGRAM,
            "runs",
            "Serve: runs that ended within so many seconds of their arrival; without +Inf.",
            "purpose",
            "le"),
    LOOP_DURATION_SECONDS_COUNT(COUNTER, "runs", "Serve: runs that ended, all told: the bucket +Inf.", "purpose"),
    LOOP_DURATION_MS_TOTAL(COUNTER, "ms", "Serve: from the arrival to the end of runs, summed.", "purpose"),
    INPUT_HELD_MS_TOTAL(COUNTER, "ms", "Serve: how long new queries were held since slots and queue were full."),
    PROMPT_TOKENS_TOTAL(COUNTER, "tokens", "Serve: tokens that models were shown, of runs that ended."),
    GENERATED_TOKENS_TOTAL(COUNTER, "tokens", "Serve: tokens that models generated, of runs that ended."),
    EFFECTS_ISSUED_TOTAL(COUNTER, "effects", "Serve: effects issued, attempts after a restore included."),
    EFFECTS_REISSUED_TOTAL(COUNTER, "effects", "Serve: effects issued again after a restore."),
    EFFECTS_TOTAL(COUNTER, "effects", "Serve: effects that completed, by kind and result.", "effect", "result"),
    EFFECTS_FROM_JOURNAL_TOTAL(COUNTER, "effects", "Serve: effects that the journal answered.", "effect"),
    EFFECT_LATENCY_MS(SUMMARY, "ms", "Serve: duration of effects by one call, the newest thousand.", "effect"),
    STALE_COMPLETIONS_TOTAL(COUNTER, "effects", "Serve: completions that came for runs that had ended."),
    JOURNAL_HITS_TOTAL(COUNTER, "effects", "Serve: requests that the effect journal held; where there is a journal."),
    JOURNAL_MISMATCHES_TOTAL(COUNTER, "effects", "Serve: entries of the journal that were of another request."),
    JOURNAL_FAILURES_TOTAL(COUNTER, "calls", "Serve: calls of the journal that failed."),
    BROKEN_RECORDS_TOTAL(COUNTER, "runs", "Serve: runs whose record broke an invariant; each is a defect."),
    TRAJECTORIES_IN_BLOBS_TOTAL(COUNTER, "runs", "Serve: records that were too large for the topic."),
    TRAJECTORIES_AWAITING_BLOB_STORE(GAUGE, "runs", "Serve: ended runs whose record the blob store does not take yet."),
    BLOB_STORE_REFUSALS_TOTAL(COUNTER, "attempts", "Serve: times that the blob store did not take a record."),

    PORT_BREAKER_STATE(GAUGE, "state", "Serve, reward: 0 calls are let through, 1 refused, 2 one as a trial.", "port"),
    PORT_CONCURRENCY_LIMIT(GAUGE, "calls", "Serve, reward: calls that may be under way; -1 for any number.", "port"),
    PORT_CALLS_IN_FLIGHT(GAUGE, "calls", "Serve, reward: calls under way.", "port"),
    PORT_CALLS_WAITING(GAUGE, "calls", "Serve, reward: calls that wait for a limit.", "port"),
    PORT_CALLS_FAILED_TOTAL(COUNTER, "calls", "Serve, reward: calls without an answer, or with none in time.", "port"),
    PORT_CALLS_RETRIED_TOTAL(COUNTER, "calls", "Serve, reward: attempts after the first one.", "port"),
    PORT_CALLS_REFUSED_TOTAL(COUNTER, "calls", "Serve, reward: calls that an open breaker refused.", "port"),

    LABELS_DUPLICATE_TOTAL(COUNTER, "labels", "Reward: labels of a query that had one."),
    LABELS_UNUSED_TOTAL(COUNTER, "labels", "Reward: labels that met no run in time."),
    LABELS_MISSING_TOTAL(COUNTER, "runs", "Reward: runs that met no label in time."),
    REWARDS_PENDING(GAUGE, "runs", "Reward: runs that wait for a verifier or a judge; where there is one."),
    GROUP_MEMBERS_LATE_TOTAL(COUNTER, "runs", "Reward: runs that came when their group had closed."),
    GROUPS_COMPLETE_TOTAL(COUNTER, "groups", "Reward: groups that closed with all their members."),
    GROUPS_INCOMPLETE_TOTAL(COUNTER, "groups", "Reward: groups that closed without some."),
    GROUPS_ZERO_VARIANCE_TOTAL(COUNTER, "groups", "Reward: groups whose rewards were all alike."),

    GROUPS_CONSUMED_TOTAL(
            COUNTER, "groups", "Train: groups that were dealt with, by what became of them.", "policy", "fate"),
    TRAIN_TIME_MS_TOTAL(
            COUNTER, "ms", "Train: where the time went, by what was done or waited for.", "policy", "phase"),
    TRAIN_STEPS(GAUGE, "steps", "Train: optimiser steps done.", "policy"),
    TRAIN_GROUPS_WAITING(GAUGE, "groups", "Train: groups in the queue.", "policy"),
    TRAIN_BATCH_WAIT_MS(SUMMARY, "ms", "Train: from the first group of a batch to its step.", "policy"),
    POLICY_VERSION(GAUGE, "version", "Train: newest announced version; -1 before the first.", "policy"),
    POLICY_LAG_STEPS(SUMMARY, "steps", "Train: steps that groups were behind when they were dealt with.", "policy"),
    POLICY_STORE_REFUSALS_TOTAL(COUNTER, "attempts", "Train: times that the store took or gave no weights.", "policy"),
    POLICY_SERVER_REFUSALS_TOTAL(COUNTER, "attempts", "Train: times that servers did not load a version.", "policy"),
    POLICIES_NOT_DEPLOYED_TOTAL(COUNTER, "versions", "Train: versions given up since servers refuse them.", "policy"),

    SPANS_SENT_TOTAL(COUNTER, "spans", "Trace: spans that the collector took.");

    /** Flink's prefix for what an operator registers. */
    public static final String OPERATOR = "flink_taskmanager_job_task_operator_";

    private final MetricType type;
    private final String unit;
    private final String meaning;
    private final List<String> labels;

    JobMetric(MetricType type, String unit, String meaning, String... labels) {
        this.type = type;
        this.unit = unit;
        this.meaning = meaning;
        this.labels = List.of(labels);
    }

    /** What the operator registers it as. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In the order in which the operator adds their groups. */
    public List<String> labels() {
        return labels;
    }

    MetricInfo info() {
        return new MetricInfo(MetricSource.EDDY, prometheusName(labels, id()), type, unit, labels, meaning);
    }

    /** As Flink's Prometheus reporter makes it of groups and a name. */
    static String prometheusName(List<String> labels, String id) {
        return OPERATOR
                + String.join("_", labels)
                + (labels.isEmpty() ? "" : "_")
                + id.replaceAll("[^A-Za-z0-9_:#]", "_");
    }
}
