// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.Locale;
import java.util.regex.Pattern;

/** Equality after SQuAD's normalisation: lower case, without ASCII punctuation, without articles, single spaces. */
public final class ExactMatch {
    private static final Pattern PUNCTUATION = Pattern.compile("\\p{Punct}");
    private static final Pattern ARTICLES = Pattern.compile("\\b(a|an|the)\\b");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private ExactMatch() {}

    static double score(String answer, String reference) {
        return normalise(answer).equals(normalise(reference)) ? 1 : 0;
    }

    /** The text in its normal form; one that would vanish, such as the option "A", keeps its punctuation and articles. */
    public static String normalise(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        String bare =
                ARTICLES.matcher(PUNCTUATION.matcher(lower).replaceAll("")).replaceAll(" ");
        String normal = collapse(bare);
        return normal.isEmpty() ? collapse(lower) : normal;
    }

    static String collapse(String text) {
        return SPACES.matcher(text).replaceAll(" ").strip();
    }
}
