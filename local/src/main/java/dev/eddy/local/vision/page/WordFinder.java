// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import java.util.ArrayList;
import java.util.List;

/** Finds the words of a block: runs of inked rows, cut where the gap is wide beside their height. */
final class WordFinder {
    /** The gap between words, in heights of the row; that between letters is less. */
    private static final double WORD_GAP = 0.6;

    /** A part that is lower than this share of its row stands in rows of its own, as labels of bars do. */
    private static final double WHOLE_ROW = 0.75;

    private static final int DEEPEST = 4;
    private static final int SMALLEST = 2;

    private final Sums ink;
    private final List<Area> words = new ArrayList<>();

    private WordFinder(Sums ink) {
        this.ink = ink;
    }

    /** From the top, and in a row from the left. */
    static List<Area> words(Sums ink, Area block) {
        WordFinder finder = new WordFinder(ink);
        finder.find(block, 0);
        return finder.words;
    }

    private void find(Area area, int depth) {
        for (Area row : area.rows(ink, 1, 1)) {
            for (Area part : row.columns(ink, 1, WORD_GAP * row.height())) {
                Area word = part.trimmed(ink, 1);
                boolean whole = word.height() >= WHOLE_ROW * row.height()
                        && word.rows(ink, 1, 1).size() == 1;
                if (!whole && depth < DEEPEST) {
                    find(word, depth + 1);
                } else if (word.height() >= SMALLEST && word.width() >= SMALLEST) {
                    words.add(word);
                }
            }
        }
    }
}
