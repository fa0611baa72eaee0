// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Font;
import dev.eddy.local.vision.page.Word;
import java.util.List;

/** A word in view beside the question. */
final class Spot {
    /** A word is taken for a number from this much on. */
    private static final double NUMERIC = 0.5;

    private static final int TWO = Font.number('2');
    private static final int ZERO = Font.number('0');
    private static final int YEAR_LENGTH = 4;

    final Word word;
    final float[] content;
    final float number;
    final float digits;
    final float year;
    final float confidence;
    final float leastConfidence;
    /** How well it is labelled and dated; set once its surroundings are known. */
    float labelled;

    float numberInColumn;

    Spot(Word word, Question question) {
        this.word = word;
        content = new float[question.content().size()];
        for (int i = 0; i < content.length; i++) {
            content[i] = (float) word.match(question.content().get(i));
        }
        double best = 0;
        for (int[] asked : question.numbers()) {
            best = Math.max(best, word.match(asked));
        }
        number = (float) best;
        digits = (float) word.digits();
        year = word.length() == YEAR_LENGTH ? (float) year(word) : 0;
        confidence = (float) word.confidence();
        leastConfidence = (float) word.leastConfidence();
    }

    boolean numeric() {
        return digits >= NUMERIC;
    }

    /** The probability that it is a year of this century. */
    private static double year(Word word) {
        double tens = 0;
        double ones = 0;
        for (int digit = 0; digit < 10; digit++) {
            tens += word.probability(2, digit);
            ones += word.probability(3, digit);
        }
        return word.probability(0, TWO) * word.probability(1, ZERO) * tens * ones;
    }

    /** How well some words say what the question is about: the mean over its words of the best match. */
    static float content(List<Spot> spots, int words) {
        float sum = 0;
        for (int i = 0; i < words; i++) {
            float best = 0;
            for (Spot spot : spots) {
                best = Math.max(best, spot.content[i]);
            }
            sum += best / words;
        }
        return sum;
    }

    /** The best match with the question's number. */
    static float number(List<Spot> spots) {
        float best = 0;
        for (Spot spot : spots) {
            best = Math.max(best, spot.number);
        }
        return best;
    }
}
