// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.console.UserError;
import dev.eddy.local.experiment.ExperimentMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluatedModesTest {
    private static final ExperimentMode PLAIN =
            new ExperimentMode("zero_shot", "trained", false, "zero_shot", null, null);
    private static final ExperimentMode RANDOM = new ExperimentMode("random", "trained", false, "random", 4, 4);
    private static final ExperimentMode FOUR = new ExperimentMode("trained", "trained", false, "trained", 4, 4);
    private static final ExperimentMode ADAPTIVE =
            new ExperimentMode("trained", "trained", false, "trained", null, "adaptive");
    private static final List<ExperimentMode> MODES = List.of(PLAIN, RANDOM, FOUR, ADAPTIVE);

    @Test
    void aNameLeavesTheCountToTheAgentWhereItMay() {
        assertThat(find("trained", "random", "zero_shot")).containsExactly(ADAPTIVE, RANDOM, PLAIN);
        assertThat(find("trained:adaptive")).containsExactly(ADAPTIVE);
    }

    @Test
    void aModeOfDemonstrationsTakesAnyCount() {
        assertThat(find("trained:4", "random:4")).containsExactly(FOUR, RANDOM);
        assertThat(find("random:2")).singleElement().satisfies(mode -> {
            assertThat(mode.label()).isEqualTo("random:2");
            assertThat(mode.count()).isEqualTo(2);
            assertThat(mode.asksIn()).isEqualTo("random");
        });
    }

    @Test
    void aModeIsTakenOnce() {
        assertThat(find("trained:4", "trained", "trained:4")).containsExactly(FOUR, ADAPTIVE);
    }

    @Test
    void whatThereIsNotIsRefusedWithWhatThereIs() {
        assertThatThrownBy(() -> find("fixed_goal"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'fixed_goal'")
                .hasMessageContaining("zero_shot, random:4, trained:4, trained:adaptive");
        assertThatThrownBy(() -> find("trained:some"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'trained:some'");
        assertThatThrownBy(() -> find("zero_shot:4"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("zero_shot takes no count");
    }

    private static List<ExperimentMode> find(String... written) {
        return EvaluatedModes.of(List.of(written), MODES);
    }
}
