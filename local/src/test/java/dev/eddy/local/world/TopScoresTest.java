// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopScoresTest {
    @Test
    void keepsTheBestInOrderWithTiesByPosition() {
        Random random = new Random(1);
        for (int round = 0; round < 100; round++) {
            float[] scores = new float[50];
            for (int i = 0; i < scores.length; i++) {
                scores[i] = (random.nextInt(21) - 10) / 10f; // many ties, both signs
            }
            List<Integer> expected = IntStream.range(0, scores.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]))
                    .limit(7)
                    .toList();

            TopScores top = new TopScores(7);
            List<Integer> order = Arrays.asList(IntStream.range(0, 50).boxed().toArray(Integer[]::new));
            Collections.shuffle(order, random);
            order.forEach(i -> top.offer(scores[i], i));

            assertThat(IntStream.range(0, top.size()).map(top::position)).containsExactlyElementsOf(expected);
            assertThat(IntStream.range(0, 7).mapToObj(top::score))
                    .containsExactlyElementsOf(
                            expected.stream().map(i -> scores[i]).toList());
        }
    }

    @Test
    void holdsLessThanItsLimitWhereLessWasOffered() {
        TopScores top = new TopScores(5);
        top.offer(-0.5f, 2);
        top.offer(0.5f, 9);

        assertThat(top.size()).isEqualTo(2);
        assertThat(top.position(0)).isEqualTo(9);
        assertThat(top.score(1)).isEqualTo(-0.5f);
    }
}
