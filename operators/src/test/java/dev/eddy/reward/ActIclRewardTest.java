// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ActIclRewardTest {
    @ParameterizedTest
    @CsvSource({
        "dax dax wug dax, 8192, 98304, 0.75, 0.70",
        "dax dax dax dax, 16384, 196608, 1, 0.90",
        "wug wug wug wug, 4096, 49152, 0, -0.025"
    })
    void contextAndAcquisitionCostAShareOfTheirBudgets(
            String answers, double context, double acquisition, double task, double total) {
        TrajectorySummary trajectory = Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.ANSWERED)
                .setAnswers(List.of(answers.split(" ")))
                .setStats(Map.of(
                        "contextTokens",
                        context,
                        "bContext",
                        32_768.0,
                        "acquisitionTokens",
                        acquisition,
                        "bAcquisition",
                        393_216.0))
                .build();

        Score.Scored score = scored(trajectory, Map.of());

        assertThat(score.task()).isEqualTo(task);
        assertThat(score.total()).isCloseTo(total, within(1e-12));
        assertThat(score.answers()).hasSize(4);
        assertThat(score.task()
                        + score.components().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum())
                .isCloseTo(total, within(1e-12));
    }

    @ParameterizedTest
    @EnumSource(names = {"BUDGET", "TURN_LIMIT", "CONTEXT_OVERFLOW", "DEADLINE", "REJECTED"})
    void aRunThatCommitsNothingGetsTheFailureReward(Termination termination) {
        TrajectorySummary trajectory =
                Samples.trajectory("q", 0, 8, Purpose.TRAIN, termination).build();

        Score.Scored score = scored(trajectory, Map.of());

        assertThat(score.total()).isEqualTo(-0.5);
        assertThat(score.task()).isZero();
        assertThat(score.answers()).isEmpty();
    }

    @Test
    void settingsChangeCostsAndFailure() {
        Map<String, String> settings = Map.of("context-cost", "0.2", "acquisition-cost", "0", "failure", "-0.3");

        assertThat(scored(Samples.answered("q", 0, 8, "dax"), settings).total()).isCloseTo(0.95, within(1e-12));
        assertThat(scored(
                                Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.BUDGET)
                                        .build(),
                                settings)
                        .total())
                .isEqualTo(-0.3);
    }

    @Test
    void withoutAcquisitionRewardOnlyAnswersAreToldApart() {
        Score.Scored score = scored(Samples.answered("q", 0, 8, "dax", "wug"), Map.of("acquisition", "false"));
        Score.Scored failed = scored(
                Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.BUDGET).build(),
                Map.of("acquisition", "false"));

        assertThat(score.total()).isZero();
        assertThat(failed.total()).isZero();
        assertThat(score.task()).isEqualTo(0.5);
        assertThat(score.answers()).containsExactly(1.0, 0.0);
    }

    @Test
    void withoutAnsweringRewardAnswersHaveNoneOfTheirOwn() {
        Score.Scored score = scored(Samples.answered("q", 0, 8, "dax", "wug"), Map.of("answering", "false"));

        assertThat(score.answers()).isEmpty();
        assertThat(score.total()).isCloseTo(0.45, within(1e-12));
    }

    @Test
    void missingFiguresAreNoReward() {
        TrajectorySummary bare = Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.ANSWERED)
                .setAnswers(List.of("dax"))
                .setStats(Map.of("contextTokens", 1.0))
                .build();
        TrajectorySummary silent = Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.ANSWERED)
                .build();

        assertThat(reward(Map.of()).score(bare, Samples.label("q", "dax"), List.of()))
                .isInstanceOfSatisfying(
                        Score.Unscorable.class,
                        failed -> assertThat(failed.reason()).contains("bContext"));
        assertThat(reward(Map.of()).score(silent, Samples.label("q", "dax"), List.of()))
                .isInstanceOf(Score.Unscorable.class);
    }

    @Test
    void settingsThatMakeNoSenseAreNamed() {
        assertThatThrownBy(() -> reward(Map.of("failure", "-0.1")))
                .hasMessageContaining("failure -0.1")
                .hasMessageContaining("giving up never pays");
        assertThatThrownBy(() -> reward(Map.of("lambda", "1"))).hasMessageContaining("[lambda]");
        assertThatThrownBy(() -> reward(Map.of("failure", "low")))
                .hasMessageContaining("'failure' of ActICL's reward must be a number");
        assertThatThrownBy(() -> reward(Map.of("answering", "no"))).hasMessageContaining("true or false");
        assertThatThrownBy(() -> AgentRewards.create(Map.of("nobody", Map.of())))
                .hasMessageContaining("'nobody'")
                .hasMessageContaining("acticl");
    }

    private static Score.Scored scored(TrajectorySummary trajectory, Map<String, String> settings) {
        return (Score.Scored) reward(settings).score(trajectory, Samples.label("q", "dax"), List.of());
    }

    private static AgentReward reward(Map<String, String> settings) {
        return AgentRewards.create(Map.of("acticl", settings)).get("acticl");
    }
}
