// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.eddy.job.PortOption;
import dev.eddy.port.PortChoice;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class LocalConfigurationTest {
    private static final Map<PortOption, PortChoice> LOCAL =
            Map.of(PortOption.JUDGE, PortChoice.of("local", Map.of("seed", "7")));

    @Test
    void agentsShareThePortsThatTheyChooseAlike() {
        assertThat(LocalConfiguration.together(
                        List.of(LOCAL, LOCAL, Map.of(PortOption.ENCODER, PortChoice.of("minilm", Map.of())))))
                .containsOnlyKeys(PortOption.JUDGE, PortOption.ENCODER);
    }

    @Test
    void aPortThatTwoAgentsChooseDifferentlyIsRefused() {
        Map<PortOption, PortChoice> other = Map.of(PortOption.JUDGE, PortChoice.of("local", Map.of("seed", "8")));

        assertThatThrownBy(() -> LocalConfiguration.together(List.of(LOCAL, other)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("eddy.judge.name");
    }

    @Test
    void settingsOfAnImplementationThatAUserReplacesGoWithIt() {
        Configuration own = new Configuration();
        PortOption.JUDGE.choose(own, "local", Map.of("seed", "7"));
        PortOption.VERIFIER.choose(own, "local", Map.of("seed", "7"));

        Map<String, String> given = Map.of("eddy.judge.name", "other", "eddy.verifier.settings.noise", "1");

        assertThat(LocalConfiguration.with(own, given).toMap())
                .containsOnly(
                        entry("eddy.judge.name", "other"),
                        entry("eddy.verifier.name", "local"),
                        entry("eddy.verifier.settings.seed", "7"),
                        entry("eddy.verifier.settings.noise", "1"));
    }
}
