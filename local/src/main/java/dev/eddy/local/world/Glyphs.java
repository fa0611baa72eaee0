// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The generated archive: characters that nobody has ever written, drawn by simulated hands. */
final class Glyphs {
    static final int ALPHABETS = 10;
    static final int CHARACTERS = 26;
    static final int DRAWERS = 20;

    private static final int ALPHABET = 1;
    private static final int HAND = 2;
    private static final int DRAWING = 3;

    private Glyphs() {}

    /** All drawings, character by character; the same for the same seed on every machine. */
    static List<Drawing> draw(GlyphStyle style, long seed) {
        return IntStream.range(0, ALPHABETS)
                .parallel()
                .boxed()
                .flatMap(alphabet -> alphabet(style, seed, alphabet))
                .toList();
    }

    private static Stream<Drawing> alphabet(GlyphStyle style, long seed, int number) {
        Alphabet alphabet = new Alphabet(style, Seeds.mix(seed, ALPHABET, number));
        List<Hand> hands = IntStream.range(0, DRAWERS)
                .mapToObj(drawer -> new Hand(style, Seeds.mix(seed, HAND, number, drawer)))
                .toList();
        return IntStream.range(0, CHARACTERS).boxed().flatMap(character -> {
            Glyph glyph = alphabet.character(character);
            String name = String.format("alphabet%02d/character%02d", number + 1, character + 1);
            return IntStream.range(0, DRAWERS).mapToObj(drawer -> {
                Canvas canvas = hands.get(drawer).draw(glyph, Seeds.random(seed, DRAWING, number, character, drawer));
                return Drawing.of(name, canvas.png(), canvas.gray());
            });
        });
    }
}
