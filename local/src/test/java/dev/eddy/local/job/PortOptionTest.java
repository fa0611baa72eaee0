// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.job.PortOption;
import dev.eddy.port.PortChoice;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class PortOptionTest {
    @Test
    void aUsersSettingsGoBesideAndBeforeThoseOfARun() {
        Configuration configuration = new Configuration();
        PortOption.POLICY_TRAINER.choose(
                configuration, "local", Map.of("seed", "7", "policies", "file", "policies.path", "here"));

        configuration.addAll(Configuration.fromMap(
                Map.of("eddy.policy-trainer.settings.preset", "paper", "eddy.policy-trainer.settings.seed", "8")));

        assertThat(PortOption.POLICY_TRAINER.choice(configuration))
                .isEqualTo(PortChoice.of(
                        "local", Map.of("seed", "8", "policies", "file", "policies.path", "here", "preset", "paper")));
    }

    @Test
    void anImplementationWithoutSettingsHasNone() {
        Configuration configuration = new Configuration();
        PortOption.ENCODER.choose(configuration, "words", Map.of());

        assertThat(PortOption.ENCODER.choice(configuration)).isEqualTo(PortChoice.of("words", Map.of()));
    }
}
