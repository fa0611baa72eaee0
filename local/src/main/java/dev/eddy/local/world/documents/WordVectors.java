// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Font;
import dev.eddy.local.vision.page.Word;
import java.util.Random;

/**
 * Words as vectors of length 1 whose dot product tells how alike two words look: which letter may stand at which place, by a
 * fixed random projection (Johnson and Lindenstrauss, 1984).
 */
final class WordVectors {
    /** Numbers in a vector. */
    static final int LENGTH = 128;

    /** Letters after these do not count. */
    private static final int PLACES = 8;

    private static final long SEED = 128;
    private static final float[][] DIRECTIONS = directions();

    private WordVectors() {}

    /** Of a word as it was read, with all that it may be. */
    static float[] of(Word word) {
        float[] vector = new float[LENGTH];
        for (int place = 0; place < Math.min(PLACES, word.length()); place++) {
            for (int letter = 0; letter < Font.COUNT; letter++) {
                add(vector, place, letter, (float) word.probability(place, letter));
            }
        }
        return normalised(vector);
    }

    /** Of a word of a query; its letters are all of the {@link Font}. */
    static float[] of(String word) {
        float[] vector = new float[LENGTH];
        for (int place = 0; place < Math.min(PLACES, word.length()); place++) {
            add(vector, place, Font.number(word.charAt(place)), 1);
        }
        return normalised(vector);
    }

    private static void add(float[] vector, int place, int letter, float weight) {
        float[] direction = DIRECTIONS[place * Font.COUNT + letter];
        for (int i = 0; i < LENGTH; i++) {
            vector[i] += weight * direction[i];
        }
    }

    private static float[] normalised(float[] vector) {
        double squares = 0;
        for (float value : vector) {
            squares += value * value;
        }
        float scale = (float) (1 / Math.sqrt(squares));
        for (int i = 0; i < LENGTH; i++) {
            vector[i] *= scale;
        }
        return vector;
    }

    private static float[][] directions() {
        Random random = new Random(SEED);
        float[][] directions = new float[PLACES * Font.COUNT][LENGTH];
        for (float[] direction : directions) {
            for (int i = 0; i < LENGTH; i++) {
                direction[i] = (float) random.nextGaussian();
            }
        }
        return directions;
    }
}
