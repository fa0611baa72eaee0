// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import dev.eddy.agent.Outcome;
import dev.eddy.metric.Metric;
import dev.eddy.metric.TrajectoryMetrics;
import dev.eddy.schemas.MetricTally;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How one mode did on the evaluation queries.
 *
 * @param count shots asked for: a number, {@code adaptive}, or null where it has no meaning
 * @param evaluation {@code greedy} or {@code sampled}
 * @param policyVersion null where no policy acted
 * @param accuracy share of right answers over all queries of all seeds; a run without an answer counts as wrong
 * @param standardError binomial, of the accuracy
 * @param metrics the agent's own, by canonical name
 */
public record ModeRow(
        String mode,
        Object count,
        String evaluation,
        Long policyVersion,
        List<SeedRow> bySeed,
        double accuracy,
        double standardError,
        Double meanShots,
        Double meanCalls,
        Double meanAcquisitionTokens,
        Map<String, Double> metrics) {
    private static final MetricTally NOTHING = new MetricTally(0.0, 0L);

    /** The same for the queries of one seed. */
    public record SeedRow(int seed, int queries, double accuracy, double meanReward, Map<String, Double> metrics) {}

    /**
     * Sums up scored trajectories.
     *
     * @param bySeed the trajectories of each evaluation seed; none may be empty
     */
    public static ModeRow of(
            String mode,
            Object count,
            String evaluation,
            Long policyVersion,
            Map<Integer, List<RewardedTrajectory>> bySeed) {
        List<SeedRow> seeds = new ArrayList<>();
        List<RewardedTrajectory> all = new ArrayList<>();
        new TreeMap<>(bySeed).forEach((seed, runs) -> {
            double meanReward = runs.stream()
                    .mapToDouble(RewardedTrajectory::getReward)
                    .average()
                    .orElseThrow();
            seeds.add(new SeedRow(seed, runs.size(), accuracy(runs), meanReward, metrics(runs)));
            all.addAll(runs);
        });
        double accuracy = accuracy(all);
        Map<String, Double> metrics = metrics(all);
        return new ModeRow(
                mode,
                count,
                evaluation,
                policyVersion,
                seeds,
                accuracy,
                Math.sqrt(accuracy * (1 - accuracy) / all.size()),
                metrics.get("shots"),
                metrics.get(Outcome.CALLS),
                metrics.get("acquisitionTokens"),
                metrics);
    }

    private static double accuracy(List<RewardedTrajectory> runs) {
        return runs.stream()
                .mapToDouble(run -> run.getComponents().getOrDefault(Metric.TASK, 0.0))
                .average()
                .orElseThrow();
    }

    /** The figures that the eval job would give for one window of all these runs. */
    static Map<String, Double> metrics(List<RewardedTrajectory> runs) {
        TrajectoryMetrics definitions = TrajectoryMetrics.found();
        Map<String, MetricTally> tallies = new HashMap<>();
        for (RewardedTrajectory run : runs) {
            definitions.samples(run).get(0).getValues().forEach((name, value) -> {
                MetricTally before = tallies.getOrDefault(name, NOTHING);
                tallies.put(name, new MetricTally(before.getSum() + value, before.getCount() + 1));
            });
        }
        Map<String, Double> metrics = new TreeMap<>();
        definitions.figures(runs.get(0).getAgent(), tallies).stream()
                .filter(figure -> figure.labels().isEmpty())
                .forEach(figure -> metrics.put(figure.name(), figure.value()));
        return metrics;
    }
}
