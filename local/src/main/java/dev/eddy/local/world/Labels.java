// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Neutral names for classes: pronounceable words that mean nothing, dealt anew for every instance. */
final class Labels {
    private static final List<String> WORDS = words();

    private final int[] words;

    private Labels(int[] words) {
        this.words = words;
    }

    /** How many classes can have distinct names. */
    static int most() {
        return WORDS.size();
    }

    /** Deals a name to each of so many classes, no two alike. */
    static Labels deal(int classes, Random random) {
        int[] deck = new int[WORDS.size()];
        for (int i = 0; i < deck.length; i++) {
            deck[i] = i;
        }
        Draws.first(deck, classes, random);
        return new Labels(Arrays.copyOf(deck, classes));
    }

    String of(int character) {
        return WORDS.get(words[character]);
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>();
        for (String onset : "bl br dr fl fr gl gr kl kr pl pr sk sl sm sn sp st tr".split(" ")) {
            for (String vowel : "a e i o u".split(" ")) {
                for (String middle : "b d f g k l m n p r t v".split(" ")) {
                    for (String end : "a i o u".split(" ")) {
                        words.add(onset + vowel + middle + end);
                    }
                }
            }
        }
        return List.copyOf(words);
    }
}
