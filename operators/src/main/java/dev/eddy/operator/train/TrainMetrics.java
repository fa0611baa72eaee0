// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

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
            fates.put(fate, group.counter("groups_" + fate.name().toLowerCase(Locale.ROOT) + "_total"));
        }
        for (Phase each : Phase.values()) {
            spent.put(each, group.counter("train_" + each.name().toLowerCase(Locale.ROOT) + "_milliseconds_total"));
        }
        group.gauge("policy_version", (Gauge<Long>) () -> version);
        group.gauge("train_steps", (Gauge<Long>) () -> steps);
        group.gauge("train_groups_waiting", (Gauge<Integer>) () -> waiting);
        storeRefusals = group.counter("policy_store_refusals_total");
        serverRefusals = group.counter("policy_server_refusals_total");
        notDeployed = group.counter("policies_not_deployed_total");
        lag = group.histogram("policy_lag_steps", new DescriptiveStatisticsHistogram(WINDOW));
        batchWait = group.histogram("train_batch_wait_milliseconds", new DescriptiveStatisticsHistogram(WINDOW));
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

    /** Figures of a step; each becomes a gauge when it is first seen. */
    void stepped(Map<String, Double> values) {
        values.forEach((name, value) -> {
            if (figures.put(name, value) == null) {
                group.gauge("train_" + snakeCase(name), (Gauge<Double>) () -> figures.get(name));
            }
        });
    }

    /** How things stand now: newest announced version, -1 before the first, optimiser steps done, groups in the queue. */
    void stand(long newestVersion, long stepsDone, int groupsWaiting) {
        version = newestVersion;
        steps = stepsDone;
        waiting = groupsWaiting;
    }

    private static String snakeCase(String camelCase) {
        return camelCase.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }
}
