// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentModeTest {
    private static final List<ExperimentMode> MODES = List.of(
            new ExperimentMode("trained", "trained", false, "trained", 4, 4),
            new ExperimentMode("trained", "trained", false, "trained", null, "adaptive"),
            ExperimentMode.learning("no_read"));

    @Test
    void aNameMeansEveryModeOfThatNameAndALabelOne() {
        assertThat(ExperimentMode.named("trained", MODES)).isEqualTo(MODES.subList(0, 2));
        assertThat(ExperimentMode.named("trained:adaptive", MODES)).containsExactly(MODES.get(1));
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> ExperimentMode.named("no_reed", MODES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'no_reed'")
                .hasMessageContaining("trained:4")
                .hasMessageContaining("no_read");
    }
}
