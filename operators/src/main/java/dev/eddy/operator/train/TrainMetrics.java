// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.metric.catalogue.Figures;
import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.metric.catalogue.MetricCatalogue;
import dev.eddy.schemas.GroupFate;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** Figures of one learning policy, labelled with its name. Written by the task thread alone. */
final class TrainMetrics {
    /** What training is doing, or what it waits for. */
    enum Phase {
        WAITING_FOR_GROUPS,
        READING,
        TRAINING,
        ROLLING_BACK
    }

    private static final int WINDOW = 1000;
    private static final long NANOS_A_MILLI = 1_000_000;

    private final MetricGroup group;
    private final EnumMap<GroupFate, Counter> fates = new EnumMap<>(GroupFate.class);
    private final EnumMap<Phase, Counter> spent = new EnumMap<>(Phase.class);
    private final Counter storeRefusals;
    private final Counter serverRefusals;
    private final Counter notDeployed;
    private final Histogram lag;
    private final Histogram batchWait;
    private final Map<String, Double> figures = new ConcurrentHashMap<>();
    private Phase phase = Phase.WAITING_FOR_GROUPS;
    private long accountedNanos = System.nanoTime();
    private volatile long version = -1;
    private volatile long steps;
    private volatile int waiting;

    TrainMetrics(MetricGroup operator, String policy) {
        this.group = operator.addGroup("policy", policy);
        for (GroupFate fate : GroupFate.values()) {
            fates.put(fate, counter("fate", fate, JobMetric.GROUPS_CONSUMED_TOTAL));
        }
        for (Phase each : Phase.values()) {
            spent.put(each, counter("phase", each, JobMetric.TRAIN_TIME_MS_TOTAL));
        }
        group.gauge(JobMetric.POLICY_VERSION.id(), (Gauge<Long>) () -> version);
        group.gauge(JobMetric.TRAIN_STEPS.id(), (Gauge<Long>) () -> steps);
        group.gauge(JobMetric.TRAIN_GROUPS_WAITING.id(), (Gauge<Integer>) () -> waiting);
        storeRefusals = group.counter(JobMetric.POLICY_STORE_REFUSALS_TOTAL.id());
        serverRefusals = group.counter(JobMetric.POLICY_SERVER_REFUSALS_TOTAL.id());
        notDeployed = group.counter(JobMetric.POLICIES_NOT_DEPLOYED_TOTAL.id());
        lag = group.histogram(JobMetric.POLICY_LAG_STEPS.id(), new DescriptiveStatisticsHistogram(WINDOW));
        batchWait = group.histogram(JobMetric.TRAIN_BATCH_WAIT_MS.id(), new DescriptiveStatisticsHistogram(WINDOW));
        Figures.STEP.forEach(figure -> show(figure.name(), 0.0));
    }

    private Counter counter(String label, Enum<?> value, JobMetric metric) {
        return group.addGroup(label, value.name().toLowerCase(Locale.ROOT)).counter(metric.id());
    }

    void consumed(GroupFate fate, long steps) {
        fates.get(fate).inc();
        if (steps >= 0) {
            lag.update(steps);
        }
    }

    /** The store did not take weights, or did not give them. */
    void storeRefused() {
        storeRefusals.inc();
    }

    /** Servers did not load a version, or could not be asked to. */
    void serversRefused() {
        serverRefusals.inc();
    }

    /** A version was given up since servers refuse it. */
    void notDeployed() {
        notDeployed.inc();
    }

    /** Time goes to another account from now on. */
    void enter(Phase next) {
        long millis = (System.nanoTime() - accountedNanos) / NANOS_A_MILLI;
        spent.get(phase).inc(millis);
        accountedNanos += millis * NANOS_A_MILLI;
        phase = next;
    }

    /** @param firstArrivalNanos of the batch's groups, by {@link System#nanoTime()} */
    void batchWaited(long firstArrivalNanos) {
        batchWait.update((System.nanoTime() - firstArrivalNanos) / NANOS_A_MILLI);
    }

    /** Figures of a step; one that not every trainer gives becomes a gauge when it is first seen. */
    void stepped(Map<String, Double> values) {
        values.forEach(this::show);
    }

    private void show(String name, double value) {
        if (figures.put(name, value) == null) {
            group.gauge(MetricCatalogue.stepFigure(name), (Gauge<Double>) () -> figures.get(name));
        }
    }

    /** How things stand now: newest announced version, -1 before the first, optimiser steps done, groups in the queue. */
    void stand(long newestVersion, long stepsDone, int groupsWaiting) {
        version = newestVersion;
        steps = stepsDone;
        waiting = groupsWaiting;
    }
}
