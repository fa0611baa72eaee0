// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.metric.DerivedMetric.AccuracyBy;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.DerivedMetric.Ratio;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.MetricTally;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectoryRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrajectoryMetricsTest {
    private final TrajectoryMetrics metrics = new TrajectoryMetrics(Map.of(
            "walker",
            List.of(
                    new Ratio("stumbleShare", "stumbles", "steps"),
                    new Breakdown("stumbleShareByCause", "cause", "stumble.", "steps"),
                    new AccuracyBy("accuracyByShots", "atShots", "shots"))));

    @Test
    void aSeriesIsNamedByWhoActedAndHow() {
        Map<String, String> labels =
                metrics.samples(scored(1, Map.of()).build()).get(0).getLabels();

        assertThat(labels)
                .containsEntry("agent", "walker")
                .containsEntry("policy", "walker.small")
                .containsEntry("policyVersion", "4")
                .containsEntry("mode", "trained")
                .containsEntry("count", "adaptive")
                .containsEntry("purpose", "EVAL")
                .containsEntry("decoding", "GREEDY");
        assertThat(metrics.samples(scored(1, Map.of()).setCount(4).build())
                        .get(0)
                        .getLabels())
                .containsEntry("count", "4");
    }

    @Test
    void theLatencyOfEveryEffectCounts() {
        RewardedTrajectory trajectory = scored(1, Map.of())
                .setStartedAt(1_000)
                .setEndedAt(1_250)
                .setModelLatencies(List.of(100L, 120L))
                .setToolLatencies(List.of(20L))
                .build();

        assertThat(metrics.samples(trajectory).get(0).getDurations())
                .containsEntry("latencyMs", List.of(250.0))
                .containsEntry("modelLatencyMs", List.of(100.0, 120.0))
                .containsEntry("toolLatencyMs", List.of(20.0));
    }

    @Test
    void aVersionHasItsCostAndAQueryIsCountedByItsFirstRollout() {
        RewardedTrajectory first = scored(1, Map.of())
                .setPromptTokens(900)
                .setGeneratedTokens(40)
                .setModelLatencies(List.of(100L, 150L))
                .setToolLatencies(List.of(20L))
                .build();
        RewardedTrajectory second =
                RewardedTrajectory.newBuilder(first).setRolloutIndex(1).build();

        assertThat(metrics.samples(first).get(0).getTotals())
                .containsEntry("queriesTotal", 1.0)
                .containsEntry("promptTokensTotal", 900.0)
                .containsEntry("generatedTokensTotal", 40.0)
                .containsEntry("modelCallsTotal", 2.0)
                .containsEntry("modelSecondsTotal", 0.25);
        assertThat(metrics.samples(second).get(0).getTotals()).containsEntry("queriesTotal", 0.0);
        assertThat(metrics.samples(first).get(0).getValues())
                .containsEntry("modelCalls", 2.0)
                .containsEntry("toolCalls", 1.0);
    }

    @Test
    void everyStatHasItsMean() {
        Map<String, Figure> figures = figures(
                scored(1, Map.of("steps", 4.0)).build(),
                scored(0, Map.of("steps", 2.0)).build());

        assertThat(figures.get("steps").value()).isEqualTo(3);
        assertThat(figures.get("steps").count()).isEqualTo(2);
        assertThat(figures.get("accuracy").value()).isEqualTo(0.5);
        assertThat(figures.get("reward").value()).isEqualTo(0.4);
        assertThat(figures.get("reward.cost").value()).isCloseTo(-0.1, within(1e-12));
        assertThat(figures).doesNotContainKeys("reward.task", "trajectories");
    }

    @Test
    void derivedSharesAreSumsOverSums() {
        Map<String, Figure> figures = figures(
                scored(1, Map.of("steps", 9.0, "stumbles", 1.0, "stumble.root", 1.0))
                        .build(),
                scored(1, Map.of("steps", 1.0, "stumbles", 1.0, "stumble.stone", 1.0))
                        .build(),
                scored(1, Map.of("steps", 10.0, "stumbles", 0.0)).build());

        assertThat(figures.get("stumbleShare").value()).isEqualTo(0.1);
        assertThat(figures.get("stumbleShareByCause{cause=root}").value()).isEqualTo(0.05);
        assertThat(figures.get("stumbleShareByCause{cause=stone}").value()).isEqualTo(0.05);
        assertThat(figures).doesNotContainKeys("stumble.root", "stumble.stone");
    }

    @Test
    void aShareOfNothingIsNoFigure() {
        assertThat(figures(scored(1, Map.of("steps", 0.0)).build())).doesNotContainKey("stumbleShare");
        assertThat(figures(scored(1, Map.of("steps", 2.0)).build())
                        .get("stumbleShare")
                        .value())
                .isZero();
    }

    @Test
    void terminationsAreSharesOfAllTrajectories() {
        Map<String, Figure> figures = figures(
                scored(1, Map.of()).build(),
                scored(0, Map.of()).setTermination(Termination.BUDGET).build());

        assertThat(figures.get("terminationShare{termination=BUDGET}").value()).isEqualTo(0.5);
        assertThat(figures.get("terminationShare{termination=ANSWERED}").value())
                .isEqualTo(0.5);
    }

    @Test
    void accuracyByAStatIsANarrowerSeries() {
        List<MetricSample> samples =
                metrics.samples(scored(1, Map.of("shots", 3.0)).build());

        assertThat(samples).hasSize(2);
        assertThat(samples.get(1).getLabels()).containsEntry("atShots", "3").containsEntry("agent", "walker");
        assertThat(samples.get(1).getValues()).containsExactly(Map.entry("accuracyByShots", 1.0));
        assertThat(metrics.samples(scored(1, Map.of("shots", 5_000.0)).build())
                        .get(1)
                        .getLabels())
                .containsEntry("atShots", "100");
    }

    @Test
    void whatHasNoRewardCountsInNoAccuracy() {
        RewardedTrajectory failed = scored(0, Map.of("shots", 3.0))
                .setStatus(RewardStatus.FAILED)
                .setComponents(Map.of())
                .build();

        assertThat(metrics.samples(failed)).hasSize(1);
        assertThat(figures(failed)).doesNotContainKeys("accuracy", "reward");
        assertThat(figures(failed).get("rewarded").value()).isZero();
    }

    @Test
    void whatThePackagesDeclareIsFound() {
        Map<String, MetricTally> tallies = Map.of(
                "calls", new MetricTally(20.0, 2L),
                "rejectedCalls", new MetricTally(5.0, 2L),
                "rejected.NOT_IN_POOL", new MetricTally(4.0, 1L),
                "trajectories", new MetricTally(2.0, 2L));

        assertThat(byName(TrajectoryMetrics.found().figures("acticl", tallies)))
                .containsKeys("rejectedCallShare", "rejectedCallShareByCode{code=NOT_IN_POOL}", "budgetFailureShare");
    }

    private Map<String, Figure> figures(RewardedTrajectory... trajectories) {
        Map<String, MetricTally> tallies = new HashMap<>();
        for (RewardedTrajectory trajectory : trajectories) {
            metrics.samples(trajectory)
                    .get(0)
                    .getValues()
                    .forEach((name, value) -> tallies.merge(
                            name,
                            new MetricTally(value, 1L),
                            (a, b) -> new MetricTally(a.getSum() + b.getSum(), a.getCount() + b.getCount())));
        }
        return byName(metrics.figures("walker", tallies));
    }

    private static Map<String, Figure> byName(List<Figure> figures) {
        Map<String, Figure> byName = new HashMap<>();
        figures.forEach(
                figure -> byName.put(figure.name() + (figure.labels().isEmpty() ? "" : figure.labels()), figure));
        return byName;
    }

    private static RewardedTrajectory.Builder scored(double task, Map<String, Double> stats) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef("q/0", "trajectories", 0, 0L))
                .setGroupId("q")
                .setQueryId("q")
                .setRolloutIndex(0)
                .setAgent("walker")
                .setPolicy("walker.small")
                .setMode("trained")
                .setPurpose(Purpose.EVAL)
                .setDecoding(Decoding.GREEDY)
                .setPolicyVersionMin(4)
                .setPolicyVersionMax(4)
                .setStatus(RewardStatus.OK)
                .setReward(task - 0.1)
                .setComponents(Map.of("task", task, "cost", -0.1))
                .setTermination(Termination.ANSWERED)
                .setStats(stats);
    }
}
