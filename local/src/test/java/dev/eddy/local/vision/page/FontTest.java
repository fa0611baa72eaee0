// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FontTest {
    @Test
    void lettersLookDifferent() {
        Set<String> drawn = new HashSet<>();
        for (int letter = 0; letter < Font.COUNT; letter++) {
            drawn.add(drawing(letter));
        }
        assertThat(drawn).hasSize(Font.COUNT).hasSize(38);
    }

    @Test
    void allButCommaAndPointFillTheirWidth() {
        for (int letter = 0; letter < Font.COUNT; letter++) {
            boolean left = false;
            boolean right = false;
            for (int y = 0; y < Font.HEIGHT; y++) {
                left |= Font.inked(letter, 0, y);
                right |= Font.inked(letter, Font.WIDTH - 1, y);
            }
            assertThat(left && right)
                    .as("%s fills its width", Font.LETTERS.charAt(letter))
                    .isEqualTo(",.".indexOf(Font.LETTERS.charAt(letter)) < 0);
        }
    }

    private static String drawing(int letter) {
        StringBuilder drawing = new StringBuilder();
        for (int y = 0; y < Font.HEIGHT; y++) {
            for (int x = 0; x < Font.WIDTH; x++) {
                drawing.append(Font.inked(letter, x, y) ? '#' : ' ');
            }
        }
        return drawing.toString();
    }
}
