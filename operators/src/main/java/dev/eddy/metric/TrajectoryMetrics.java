// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import dev.eddy.metric.DerivedMetric.AccuracyBy;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.DerivedMetric.Ratio;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.MetricTally;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Turns scored trajectories into samples and a window's tallies into figures: the mean of every stat, and what the agent's
 * package declares. Thread-safe.
 */
public final class TrajectoryMetrics {
    private static final String TRAJECTORIES = "trajectories";
    private static final Breakdown TERMINATIONS =
            new Breakdown("terminationShare", "termination", "termination.", TRAJECTORIES);
    private static final int MOST_STAT = 100;

    private final Map<String, List<DerivedMetric>> derived;

    /** @param derived by agent */
    public TrajectoryMetrics(Map<String, List<DerivedMetric>> derived) {
        this.derived = Map.copyOf(derived);
    }

    /** With what the agents on the class path declare. */
    public static TrajectoryMetrics found() {
        Map<String, List<DerivedMetric>> derived = new HashMap<>();
        for (AgentMetrics metrics : ServiceLoader.load(AgentMetrics.class, TrajectoryMetrics.class.getClassLoader())) {
            derived.put(metrics.agent(), metrics.derived());
        }
        return new TrajectoryMetrics(derived);
    }

    /** What a trajectory adds: one sample of its series, and one of a narrower series for each accuracy by a stat. */
    public List<MetricSample> samples(RewardedTrajectory trajectory) {
        Map<String, String> labels = labels(trajectory);
        List<MetricSample> samples = new ArrayList<>();
        samples.add(MetricSample.newBuilder()
                .setLabels(labels)
                .setValues(values(trajectory))
                .setTotals(totals(trajectory))
                .setDurations(Map.of(
                        "latencyMs", milliseconds(trajectory.getStartedAt(), trajectory.getEndedAt()),
                        "rewardDelayMs", milliseconds(trajectory.getEndedAt(), trajectory.getRewardedAt()),
                        "modelLatencyMs", milliseconds(trajectory.getModelLatencies()),
                        "toolLatencyMs", milliseconds(trajectory.getToolLatencies())))
                .build());
        if (trajectory.getStatus() == RewardStatus.OK) {
            declared(trajectory.getAgent())
                    .filter(metric -> metric instanceof AccuracyBy by
                            && trajectory.getStats().containsKey(by.stat()))
                    .map(metric -> by((AccuracyBy) metric, trajectory, labels))
                    .forEach(samples::add);
        }
        return samples;
    }

    /**
     * The figures of a window of one series.
     *
     * @param agent whose trajectories it is about; null for a series that is about something else
     */
    public List<Figure> figures(String agent, Map<String, MetricTally> tallies) {
        List<Breakdown> breakdowns = declared(agent)
                .filter(Breakdown.class::isInstance)
                .map(Breakdown.class::cast)
                .toList();
        List<Figure> figures = new ArrayList<>();
        tallies.forEach((name, tally) -> {
            List<Breakdown> parts = breakdowns.stream()
                    .filter(breakdown -> name.startsWith(breakdown.prefix()))
                    .toList();
            for (Breakdown part : parts) {
                Map<String, String> label =
                        Map.of(part.label(), name.substring(part.prefix().length()));
                ratio(part.name(), label, tally, tallies.get(part.denominator()), figures);
            }
            if (parts.isEmpty() && !name.equals(TRAJECTORIES)) {
                figures.add(new Figure(name, Map.of(), tally.getSum() / tally.getCount(), tally.getCount()));
            }
        });
        declared(agent).forEach(metric -> {
            if (metric instanceof Ratio ratio) {
                ratio(
                        ratio.name(),
                        Map.of(),
                        tallies.get(ratio.numerator()),
                        tallies.get(ratio.denominator()),
                        figures);
            }
        });
        return figures;
    }

    private Stream<DerivedMetric> declared(String agent) {
        return agent == null
                ? Stream.of()
                : Stream.concat(Stream.of(TERMINATIONS), derived.getOrDefault(agent, List.of()).stream());
    }

    /** Adds nothing where the denominator is 0; a numerator that never came is 0. */
    private static void ratio(
            String name, Map<String, String> labels, MetricTally part, MetricTally whole, List<Figure> figures) {
        if (whole != null && whole.getSum() != 0) {
            double sum = part == null ? 0 : part.getSum();
            figures.add(new Figure(name, labels, sum / whole.getSum(), whole.getCount()));
        }
    }

    private static Map<String, String> labels(RewardedTrajectory trajectory) {
        return Map.of(
                "agent", trajectory.getAgent(),
                "policy", trajectory.getPolicy(),
                "policyVersion", Long.toString(trajectory.getPolicyVersionMax()),
                "mode", trajectory.getMode(),
                "count",
                        trajectory.getCount() == null
                                ? "adaptive"
                                : trajectory.getCount().toString(),
                "purpose", trajectory.getPurpose().name(),
                "decoding", trajectory.getDecoding().name());
    }

    private static Map<String, Double> values(RewardedTrajectory trajectory) {
        Map<String, Double> values = new HashMap<>(trajectory.getStats());
        values.put(TRAJECTORIES, 1.0);
        values.put(TERMINATIONS.prefix() + trajectory.getTermination(), 1.0);
        values.put("forced", trajectory.getForced() ? 1.0 : 0.0);
        values.put("truncated", trajectory.getTruncated() ? 1.0 : 0.0);
        values.put("trainable", trajectory.getTrainable() ? 1.0 : 0.0);
        values.put("rewarded", trajectory.getStatus() == RewardStatus.OK ? 1.0 : 0.0);
        values.put("promptTokens", (double) trajectory.getPromptTokens());
        values.put("generatedTokens", (double) trajectory.getGeneratedTokens());
        values.put("generationMs", (double) trajectory.getGenerationMs());
        values.put("toolMs", (double) trajectory.getToolMs());
        values.put("queueMs", (double) trajectory.getQueueMs());
        values.put("modelCalls", (double) trajectory.getModelLatencies().size());
        values.put("toolCalls", (double) trajectory.getToolLatencies().size());
        if (trajectory.getStatus() == RewardStatus.OK) {
            trajectory.getComponents().forEach((name, value) -> values.put("reward." + name, value));
            values.put("accuracy", values.remove("reward." + Metric.TASK));
            values.put("reward", trajectory.getReward());
        }
        return values;
    }

    /**
     * What a version cost: tokens, calls of the model and the seconds they took. A query is counted by its first rollout, so that
     * totals over the same time divide to the cost of a query.
     */
    private static Map<String, Double> totals(RewardedTrajectory trajectory) {
        List<Long> calls = trajectory.getModelLatencies();
        return Map.of(
                TRAJECTORIES,
                1.0,
                "queriesTotal",
                trajectory.getRolloutIndex() == 0 ? 1.0 : 0.0,
                "promptTokensTotal",
                (double) trajectory.getPromptTokens(),
                "generatedTokensTotal",
                (double) trajectory.getGeneratedTokens(),
                "modelCallsTotal",
                (double) calls.size(),
                "modelSecondsTotal",
                calls.stream().mapToLong(Long::longValue).sum() / 1_000.0);
    }

    private static MetricSample by(AccuracyBy metric, RewardedTrajectory trajectory, Map<String, String> labels) {
        long stat = Math.min(MOST_STAT, Math.round(trajectory.getStats().get(metric.stat())));
        Map<String, String> narrower = new HashMap<>(labels);
        narrower.put(metric.label(), Long.toString(stat));
        return MetricSample.newBuilder()
                .setLabels(narrower)
                .setValues(Map.of(metric.name(), trajectory.getComponents().get(Metric.TASK)))
                .build();
    }

    private static List<Double> milliseconds(long from, long to) {
        return List.of((double) Math.max(0, to - from));
    }

    private static List<Double> milliseconds(List<Long> each) {
        return each.stream().map(one -> (double) Math.max(0, one)).toList();
    }
}
