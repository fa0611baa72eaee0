// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.call;
import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Outcome;
import dev.eddy.metric.Figure;
import dev.eddy.metric.TrajectoryMetrics;
import dev.eddy.rollout.Rollouts;
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
import java.util.Random;
import org.junit.jupiter.api.Test;

class ActIclMetricsTest {
    private final TrajectoryMetrics metrics = new TrajectoryMetrics(Map.of("acticl", new ActIclMetrics().derived()));

    @Test
    void everyDeclaredFigureComesOutOfARealRun() {
        FakeOutside outside = new FakeOutside(3);
        outside.script(search(), read(2), read(2), call("solve", "{}"));
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);

        RewardedTrajectory rewarded = rewarded(run.outcome, run.calls());
        List<MetricSample> samples = metrics.samples(rewarded);

        assertThat(figures(rewarded))
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

    @Test
    void aRunThatItsDeadlineEndedIsNoForcedCommit() {
        FakeOutside outside = new FakeOutside(3);
        outside.script(search(), read(1), curate(List.of(1), List.of()), search(), search());
        ActIclAgent hurried = TestRun.agent(Map.of("tier.standard", "4/393216/32768"));
        TestRun committed = TestRun.of(hurried, TestRun.query("trained", null).build(), outside, new Random(0));
        RewardedTrajectory late = rewarded(Rollouts.ended(Termination.DEADLINE, "the loop did not end in time"), 0);
        assertThat(committed.outcome.forced()).isTrue();
        assertThat(late.getForced()).isTrue();

        assertThat(figures(rewarded(committed.outcome, committed.calls()), late))
                .containsEntry("forcedCommitShare{}", 0.5);
        assertThat(figures(late)).containsEntry("forcedCommitShare{}", 0.0);
    }

    private Map<String, Double> figures(RewardedTrajectory... runs) {
        Map<String, MetricTally> tallies = new HashMap<>();
        for (RewardedTrajectory run : runs) {
            metrics.samples(run)
                    .get(0)
                    .getValues()
                    .forEach((name, value) -> tallies.merge(
                            name,
                            new MetricTally(value, 1L),
                            (one, other) -> new MetricTally(one.getSum() + other.getSum(), one.getCount() + 1)));
        }
        Map<String, Double> figures = new HashMap<>();
        for (Figure figure : metrics.figures("acticl", tallies)) {
            figures.put(figure.name() + figure.labels(), figure.value());
        }
        return figures;
    }

    private static RewardedTrajectory rewarded(Outcome outcome, long calls) {
        Map<String, Double> stats = new HashMap<>(outcome.stats());
        stats.put(Outcome.CALLS, (double) calls);
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
                .setTermination(outcome.termination())
                .setForced(outcome.forced())
                .setStats(stats)
                .build();
    }
}
