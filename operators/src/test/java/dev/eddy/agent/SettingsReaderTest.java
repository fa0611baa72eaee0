// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e999", "much"})
    void aNumberIsFinite(String given) {
        assertThatThrownBy(() -> reader(given).number("rate", 1))
                .hasMessage("setting 'rate' of agent dice must be a number, got '" + given + "'");
        assertThatThrownBy(() -> reader(given).number("rate", 1, 0, 2)).hasMessageContaining("got '" + given + "'");
    }

    @Test
    void otherNumbersAreTaken() {
        assertThat(reader("-1.5e3").number("rate", 1)).isEqualTo(-1500);
        assertThat(reader("2").number("weight", Double.POSITIVE_INFINITY)).isInfinite();
    }

    private static SettingsReader reader(String given) {
        return new SettingsReader("agent dice", Map.of("rate", given));
    }
}
