// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectResult;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrajectoryFilterTest {
    private static final Map<String, Double> GOOD = Map.of(
            "firstHitRank", 2.0,
            "relaxedEM", 1.0,
            "gatePassShare", 1.0,
            "meanIoU", 0.5,
            "leastIoGT", 0.9,
            "clippedBoxes", 0.0,
            "actions", 5.0);

    private final TrajectoryFilter filter = TrajectoryFilter.found();

    @Test
    void aRunThatMeetsAllCriteriaIsKept() {
        assertThat(filter.objection(run("mcite", GOOD))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "firstHitRank, , page_not_found",
        "relaxedEM, 0, wrong_answer",
        "gatePassShare, 0, protocol_not_followed",
        "meanIoU, 0.49, citation_off",
        "leastIoGT, 0.89, crop_misses",
        "clippedBoxes, 1, box_beyond_page",
        "actions, 6, too_many_turns"
    })
    void aRunIsDroppedForTheFirstThatItFails(String stat, Double value, String reason) {
        Map<String, Double> stats = new HashMap<>(GOOD);
        stats.remove(stat);
        if (value != null) {
            stats.put(stat, value);
        }
        assertThat(filter.objection(run("mcite", stats))).contains(reason);

        stats.remove("firstHitRank");
        assertThat(filter.objection(run("mcite", stats))).contains("page_not_found");
    }

    @Test
    void whatHasNoRewardOrIsNotThePolicysDoingIsNotLearntFrom() {
        RewardedTrajectory good = run("mcite", GOOD);

        assertThat(filter.objection(RewardedTrajectory.newBuilder(good)
                        .setStatus(RewardStatus.FAILED)
                        .build()))
                .contains("unscored");
        assertThat(filter.objection(
                        RewardedTrajectory.newBuilder(good).setTrainable(false).build()))
                .contains("untrainable");
    }

    @Test
    void anAgentWithoutCriteriaOfItsOwnWantsRightAnswers() {
        assertThat(filter.objection(run("somebody", Map.of()))).isEmpty();
        assertThat(filter.objection(RewardedTrajectory.newBuilder(run("somebody", GOOD))
                        .setComponents(Map.of("task", 0.5))
                        .build()))
                .contains("wrong_answer");
    }

    private static RewardedTrajectory run(String agent, Map<String, Double> stats) {
        TrajectorySummary of = Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.ANSWERED)
                .setStats(stats)
                .build();
        Query query = Query.newBuilder(of.getQuery()).setAgent(agent).build();
        AgentReward right = new AgentReward() {
            @Override
            public String scorer() {
                return "right/1";
            }

            @Override
            public Score score(TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
                return new Score.Scored(1, 1, Map.of(), List.of());
            }
        };
        return new Scoring(Map.of(agent, right))
                .score(
                        TrajectorySummary.newBuilder(of).setQuery(query).build(),
                        new TrajectoryRef("q/0", "trajectories", 0, 0L),
                        Samples.label("q", "dax"),
                        null,
                        List.of(),
                        1);
    }
}
