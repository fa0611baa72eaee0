// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.world.Draws;
import dev.eddy.local.world.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Names for the organisations of all parts: look-alikes share a first word, which nobody else has; the
 * second word is shared by nobody in the same part. */
final class Names {
    private static final int STEMS = 1;
    private static final int OWN = 2;
    private static final String[] STEM_PARTS = {
        "B Br C D Dr F G Gr H K L M N P R S T Th V W", "a e i o u", "ld m nd r v lm rt st", "en or a ik"
    };
    private static final String[] OWN_PARTS = {
        "Amber Ash Bell Birch Black Bright Clear Copper Crown Elm Field Glass Gold Green Iron Lake Moon North Oak River Salt"
                + " Silver Stone Winter",
        "abbey arena bank bridge castle chapel circle club court forge gate guild hall harbour house league lodge market mill"
                + " press school society tower works"
    };

    private Names() {}

    /** The names of a part, in order of their numbers. */
    static List<String> deal(long seed, Part part, int clusters) {
        List<String> stems = combinations(STEM_PARTS);
        int[] stemDeck = IntStream.range(0, stems.size()).toArray();
        Draws.first(stemDeck, stemDeck.length, Seeds.random(seed, STEMS));
        List<String> own = combinations(OWN_PARTS);
        int[] ownDeck = IntStream.range(0, own.size()).toArray();
        Draws.first(ownDeck, ownDeck.length, Seeds.random(seed, OWN, part.ordinal()));
        List<String> names = new ArrayList<>();
        for (int number = 0; number < clusters * Style.MEMBERS; number++) {
            int stem = stemDeck[part.ordinal() * clusters + number / Style.MEMBERS];
            names.add(stems.get(stem) + " " + own.get(ownDeck[number]));
        }
        return names;
    }

    /** All words of one piece of each part. */
    private static List<String> combinations(String[] parts) {
        List<String> words = List.of("");
        for (String part : parts) {
            List<String> longer = new ArrayList<>();
            for (String word : words) {
                for (String piece : part.split(" ")) {
                    longer.add(word + piece);
                }
            }
            words = longer;
        }
        return words;
    }
}
