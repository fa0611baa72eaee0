// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.call;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.metric.Figure;
import dev.eddy.metric.TrajectoryMetrics;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.MetricTally;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActIclMetricsTest {
    private final TrajectoryMetrics metrics = new TrajectoryMetrics(Map.of("acticl", new ActIclMetrics().derived()));

    @Test
    void everyDeclaredFigureComesOutOfARealRun() {
        FakeOutside outside = new FakeOutside(3);
        outside.script(search(), read(2), read(2), call("solve", "{}"));
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);

        List<MetricSample> samples = metrics.samples(rewarded(run));
        Map<String, MetricTally> tallies = new HashMap<>();
        samples.get(0).getValues().forEach((name, value) -> tallies.put(name, new MetricTally(value, 1L)));
        Map<String, Double> figures = new HashMap<>();
        for (Figure figure : metrics.figures("acticl", tallies)) {
            figures.put(figure.name() + figure.labels(), figure.value());
        }

        assertThat(figures)
                .containsEntry("calls{}", 4.0)
                .containsEntry("shots{}", 0.0)
                .containsEntry("rejectedCallShare{}", 0.25)
                .containsEntry("rejectedCallShareByCode{code=NOT_IN_POOL}", 0.25)
                .containsEntry("searchModeShare{searchMode=visual}", 1.0)
                .containsEntry("searchChannelShare{channel=i2i}", 1.0)
                .containsEntry("forcedCommitShare{}", 0.0)
                .containsEntry("budgetFailureShare{}", 0.0)
                .containsKeys("contextTokens{}", "acquisitionTokens{}");
        assertThat(samples.get(1).getLabels()).containsEntry("atShots", "0");
        assertThat(samples.get(1).getValues()).containsExactly(Map.entry("accuracyByShots", 1.0));
    }

    private static RewardedTrajectory rewarded(TestRun run) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef("query-7/0", "trajectories", 0, 0L))
                .setGroupId("query-7")
                .setQueryId("query-7")
                .setRolloutIndex(0)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPurpose(Purpose.EVAL)
                .setDecoding(Decoding.GREEDY)
                .setPolicyVersionMin(0)
                .setPolicyVersionMax(0)
                .setStatus(RewardStatus.OK)
                .setReward(1)
                .setComponents(Map.of("task", 1.0))
                .setTermination(run.outcome.termination())
                .setForced(run.outcome.forced())
                .setStats(run.outcome.stats())
                .build();
    }
}
