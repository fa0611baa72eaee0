// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.VisualTokens.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisualTokensTest {
    @ParameterizedTest
    @CsvSource({
        "720, 1280, 64, 192, 320, 60",
        "720, 1280, 32, 128, 224, 28",
        "1024, 1024, 64, 256, 256, 64",
        "100, 1600, 64, 64, 1024, 64",
        "224, 224, 64, 224, 224, 49",
        "2200, 1700, 2048, 1632, 1248, 1989",
        "2200, 1700, 4096, 2208, 1696, 3657",
    })
    void fitsAPictureIntoItsAllowance(
            int height, int width, int allowance, int shownHeight, int shownWidth, int tokens) {
        Size size = VisualTokens.fit(width, height, allowance);
        assertThat(size).isEqualTo(new Size(shownWidth, shownHeight));
        assertThat(size.tokens()).isEqualTo(tokens);
    }

    @Test
    void roundsHalfToEvenMultiples() {
        assertThat(VisualTokens.fit(80, 112, 64)).isEqualTo(new Size(64, 128));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 100000, 64",
        "100000, 1, 64",
        "1, 1, 1",
        "5000, 5000, 1",
        "40, 30000, 7",
        "2147483647, 2147483647, 64",
        "2147483647, 1, 64"
    })
    void staysWithinTheAllowanceWhateverTheShape(int width, int height, int allowance) {
        assertThat(VisualTokens.fit(width, height, allowance).tokens()).isBetween(1, allowance);
    }

    @Test
    void refusesAPictureWithoutPixels() {
        assertThatThrownBy(() -> VisualTokens.fit(0, 10, 64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 by 10");
    }
}
