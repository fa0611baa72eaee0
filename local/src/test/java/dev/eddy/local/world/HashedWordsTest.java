// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HashedWordsTest {
    @Test
    void theSameWordsInAnyOrderAndCaseAreTheSame() {
        assertThat(similarity("A hand-drawn symbol.", "Symbol, drawn a HAND")).isCloseTo(1, within(1e-6));
    }

    @Test
    void sharedWordsCount() {
        assertThat(similarity("the red bicycle", "the red car"))
                .isGreaterThan(similarity("the red bicycle", "quarterly revenue grew"))
                .isCloseTo(2 / 3.0, within(1e-6));
    }

    @Test
    void aTextWithoutWordsIsLikeNothing() {
        assertThat(HashedWords.of(" ... ")).containsOnly(0);
    }

    private static double similarity(String left, String right) {
        float[] first = HashedWords.of(left);
        float[] second = HashedWords.of(right);
        double sum = 0;
        for (int i = 0; i < HashedWords.LENGTH; i++) {
            sum += first[i] * second[i];
        }
        return sum;
    }
}
