// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.rescore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.job.Rescorer;
import dev.eddy.job.Rescorer.Stored;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class RescorerTest {
    private static final Label LABEL = Label.newBuilder()
            .setQueryId("q")
            .setTargets(List.of("dax"))
            .setMetric("exact_match")
            .build();

    @Test
    void otherSettingsAreAnotherScorerAndTheSameOnesTheSame() throws Exception {
        try (Rescorer usual = open(Map.of());
                Rescorer dear = open(Map.of("context-cost", "0.2"));
                Rescorer dearAgain = open(Map.of("context-cost", "0.2"))) {
            assertThat(usual.scorer()).startsWith("acticl/1+");
            assertThat(dear.scorer()).startsWith("acticl/1+").isNotEqualTo(usual.scorer());
            assertThat(dearAgain.scorer()).isEqualTo(dear.scorer());
        }
        try (Rescorer other = open("mcite", Map.of());
                Rescorer same = open("mcite", Map.of("context-cost", "0.2"))) {
            assertThat(same.scorer()).startsWith("mcite/1+").isEqualTo(other.scorer());
        }
    }

    @Test
    void anotherBaselineIsAnotherScorer() throws Exception {
        try (Rescorer usual = open(Map.of());
                Rescorer estimator = with("eddy.reward.estimator", "GRPO");
                Rescorer valid = with("eddy.reward.min-valid", "3")) {
            assertThat(List.of(usual.scorer(), estimator.scorer(), valid.scorer()))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aTrainingGroupGetsTheAdvantagesOfItsNewRewards() throws Exception {
        try (Rescorer dear = open(Map.of("context-cost", "0.2"))) {
            List<RewardedTrajectory> scored =
                    dear.rescore(List.of(stored(0, Purpose.TRAIN, "dax"), stored(1, Purpose.TRAIN, "wug")), LABEL);

            assertThat(scored).extracting(RewardedTrajectory::getReward).containsExactly(0.9, -0.1);
            assertThat(scored).extracting(RewardedTrajectory::getAdvantage).containsExactly(1.0, -1.0);
            assertThat(scored).allSatisfy(one -> {
                assertThat(one.getStatus()).isEqualTo(RewardStatus.OK);
                assertThat(one.getScorer()).isEqualTo(dear.scorer());
                assertThat(one.getRewardedAt()).isEqualTo(77);
            });
        }
    }

    @Test
    void whatIsNotForTrainingHasNoAdvantage() throws Exception {
        try (Rescorer usual = open(Map.of())) {
            assertThat(usual.rescore(List.of(stored(0, Purpose.EVAL, "dax")), LABEL))
                    .singleElement()
                    .satisfies(one -> assertThat(one.getAdvantage()).isNull());
        }
    }

    @Test
    void aRewardWithoutTheVerifierThatItNeedsIsRefusedBeforeAnythingIsScored() {
        assertThatThrownBy(() -> open("svrl", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the reward of agent 'svrl'")
                .hasMessageContaining("'eddy.verifier.name'");
    }

    @Test
    void anAgentWithoutARewardIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> open("oracle", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no reward for agent 'oracle'")
                .hasMessageContaining("acticl");
    }

    @Test
    void aSettingThatThereIsNotIsNamed() {
        assertThatThrownBy(() -> open(Map.of("colour", "red")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("colour");
    }

    private static Rescorer open(Map<String, String> settings) throws Exception {
        return open("acticl", settings);
    }

    /** @param settings of ActICL's reward */
    private static Rescorer open(String agent, Map<String, String> settings) throws Exception {
        Configuration configuration = new Configuration();
        settings.forEach((name, value) -> configuration.setString("eddy.reward.settings.acticl." + name, value));
        return Rescorer.open(configuration, agent, () -> 77);
    }

    private static Rescorer with(String option, String value) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString(option, value);
        return Rescorer.open(configuration, "acticl", () -> 77);
    }

    private static Stored stored(int rollout, Purpose purpose, String answer) {
        TrajectorySummary run = TrajectorySummary.newBuilder()
                .setTrajectoryId("q/" + rollout)
                .setGroupId("q")
                .setGroupSize(2)
                .setRolloutIndex(rollout)
                .setQuery(Query.newBuilder()
                        .setQueryId("q")
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .setPurpose(purpose)
                        .setPictures(List.of())
                        .setText("")
                        .build())
                .setTermination(Termination.ANSWERED)
                .setTrainable(true)
                .setAnswers(List.of(answer))
                .setStats(Map.of("contextTokens", 5.0, "bContext", 10.0, "acquisitionTokens", 0.0, "bAcquisition", 1.0))
                .build();
        return new Stored(run, new TrajectoryRef("q/" + rollout, "trajectories", 0, (long) rollout));
    }
}
