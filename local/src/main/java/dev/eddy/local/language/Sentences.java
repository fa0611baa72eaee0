// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Texts cut into sentences and words. */
public final class Sentences {
    private Sentences() {}

    /** The sentences of a text in order, each with its full stop; what follows the last one is a sentence too. */
    public static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        int start = 0;
        for (int stop = text.indexOf(". "); stop >= 0; stop = text.indexOf(". ", start)) {
            sentences.add(text.substring(start, stop + 1).strip());
            start = stop + 2;
        }
        String rest = text.substring(start).strip();
        if (!rest.isEmpty()) {
            sentences.add(rest);
        }
        return sentences;
    }

    /** Lower-case words: runs of letters and digits. */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean inside = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                words.add(text.substring(start, i).toLowerCase(Locale.ROOT));
                start = -1;
            }
        }
        return words;
    }
}
