// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LateInteractionTest {
    private final LateInteraction search = new LateInteraction(
            List.of(page("NET", "REVENUE", "2016"), page("GROSS", "REVENUE"), page("HEADCOUNT"), new float[0]));

    @Test
    void aPageScoresTheSumOfTheBestMatches() {
        float[] scores = search.scores(List.of("NET", "REVENUE"));
        assertThat(scores[0]).isCloseTo(2, within(1e-5f));
        assertThat(scores[1]).isBetween(1f, 1.9f);
        assertThat(scores[3]).isZero();
        assertThat(scores[0]).isGreaterThan(scores[1]).isGreaterThan(scores[2]);
    }

    @Test
    void wordsThatShareLettersAreAlike() {
        float[] scores = search.scores(List.of("HEADCOUNTS"));
        assertThat(scores[2]).isGreaterThan(0.9f).isGreaterThan(scores[0] + 0.4f);
    }

    @Test
    void aQueryIsItsCapitalsAndDigits() {
        assertThat(LateInteraction.words("Net revenue, in 2016: 1,234.5?"))
                .containsExactly("NET", "REVENUE", "IN", "2016", "1,234.5");
        assertThat(LateInteraction.words("...,,, <search> \u00e9\u4e2d")).containsExactly("SEARCH");
        assertThat(LateInteraction.words("A ".repeat(1000))).hasSize(64);
    }

    private static float[] page(String... words) {
        float[] vectors = new float[words.length * WordVectors.LENGTH];
        List<float[]> rows = Stream.of(words).map(WordVectors::of).toList();
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(rows.get(i), 0, vectors, i * WordVectors.LENGTH, WordVectors.LENGTH);
        }
        return vectors;
    }
}
