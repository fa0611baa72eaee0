// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActIclSettingsTest {
    @Test
    void startsFromThePapersConstants() {
        ActIclSettings settings = ActIclSettings.of(Map.of());
        assertThat(settings.asMap())
                .containsEntry("candidates", "8")
                .containsEntry("list-length", "64")
                .containsEntry("rrf-constant", "60")
                .containsEntry("window", "65536")
                .containsEntry("act-tokens", "1024")
                .containsEntry("answer-tokens", "8192")
                .containsEntry("exclude-seen", "true")
                .containsEntry("tier.compact", "10/131072/16384")
                .containsEntry("tier.standard", "20/393216/32768")
                .containsEntry("tier.wide", "32/786432/45056")
                .containsEntry("tier.local", "32/98304/2048");
    }

    @Test
    void readsBackWhatItWrites() {
        ActIclSettings settings = ActIclSettings.of(
                Map.of("candidates", "4", "tier.tiny", "1/2/3", "exclude-seen", "false", "answerer-policy", "strong"));
        assertThat(settings.tiers()).containsEntry("tiny", new Tier(1, 2, 3)).hasSize(5);
        assertThat(ActIclSettings.of(settings.asMap())).isEqualTo(settings);
    }

    @ParameterizedTest
    @CsvSource({
        "candidates,0",
        "candidates,eight",
        "window,-1",
        "exclude-seen,yes",
        "tier.x,1/2",
        "tier.x,1/b/3",
        "tier.x,0/1/1"
    })
    void refusesAValueOutOfRangeByName(String name, String value) {
        assertThatThrownBy(() -> ActIclSettings.of(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void refusesAnUnknownName() {
        assertThatThrownBy(() -> ActIclSettings.of(Map.of("candidate", "8")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[candidate]")
                .hasMessageContaining("candidates");
    }
}
