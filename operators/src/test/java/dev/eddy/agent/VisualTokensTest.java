// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.VisualTokens.Size;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.ShownPicture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisualTokensTest {
    private static final VisualTokens VISUAL = new VisualTokens(32, 1, Integer.MAX_VALUE);

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
        Size size = VISUAL.fit(width, height, allowance);
        assertThat(size).isEqualTo(new Size(shownWidth / 32, shownHeight / 32));
        assertThat(size.tokens()).isEqualTo(tokens);
    }

    @Test
    void roundsHalfToEvenMultiples() {
        assertThat(VISUAL.fit(80, 112, 64)).isEqualTo(new Size(2, 4));
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
        assertThat(VISUAL.fit(width, height, allowance).tokens()).isBetween(1, allowance);
    }

    /** By the bounds of Qwen2.5-VL and Qwen3-VL, worked out by the processors' own function in Python. */
    @ParameterizedTest
    @CsvSource({
        "28, 3136, 12845056, 640, 480, 64, 9, 6",
        "28, 3136, 12845056, 105, 105, 64, 4, 4",
        "28, 3136, 12845056, 320, 320, 1024, 11, 11",
        "28, 3136, 12845056, 28, 28, 1, 2, 2",
        "32, 65536, 16777216, 105, 105, 16, 8, 8",
        "32, 65536, 16777216, 640, 480, 64, 10, 7", // 9 by 6 are fewer pixels than it shows
    })
    void aPictureTakesWhatTheModelMakesOfIt(
            int side, int minPixels, int maxPixels, int width, int height, int allowance, int columns, int rows) {
        VisualTokens visual = new VisualTokens(side, minPixels, maxPixels);
        Picture picture = new Picture("a".repeat(64), width, height, null);

        ShownPicture shown = visual.shown(picture, allowance, 1);

        assertThat(shown.getGridW()).isEqualTo(2 * columns);
        assertThat(shown.getGridH()).isEqualTo(2 * rows);
        assertThat(shown.getTokenCount()).isEqualTo(columns * rows);
        assertThat(visual.shown(shown.getWidth(), shown.getHeight())).isEqualTo(new VisualTokens.Size(columns, rows));
    }

    @Test
    void refusesAPictureWithoutPixels() {
        assertThatThrownBy(() -> VISUAL.fit(0, 10, 64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 by 10");
    }
}
