// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * VQA accuracy (Antol et al. 2015): against each nine of ten references, a third for every reference that agrees, at most 1;
 * the mean of the ten. Texts are compared as the public evaluation does: lower case, number words as digits, without articles,
 * punctuation and apostrophes.
 */
final class VqaAccuracy {
    static final int REFERENCES = 10;

    private static final Pattern COMMA_IN_NUMBER = Pattern.compile("(?<=\\d),(?=\\d)");
    private static final Pattern POINT_OUTSIDE_NUMBER = Pattern.compile("(?<!\\d)\\.|\\.(?!\\d)");
    private static final Pattern DROPPED = Pattern.compile("['’]");
    private static final Pattern SPACED = Pattern.compile("[;/\\[\\]\"{}()=+\\\\_\\-><@`,?!]");
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("none", "0"),
            Map.entry("zero", "0"),
            Map.entry("one", "1"),
            Map.entry("two", "2"),
            Map.entry("three", "3"),
            Map.entry("four", "4"),
            Map.entry("five", "5"),
            Map.entry("six", "6"),
            Map.entry("seven", "7"),
            Map.entry("eight", "8"),
            Map.entry("nine", "9"),
            Map.entry("ten", "10"),
            Map.entry("a", ""),
            Map.entry("an", ""),
            Map.entry("the", ""));

    private VqaAccuracy() {}

    static double score(String answer, List<String> references) {
        String given = normalise(answer);
        boolean[] agrees = new boolean[references.size()];
        int agreeing = 0;
        for (int i = 0; i < agrees.length; i++) {
            agrees[i] = normalise(references.get(i)).equals(given);
            agreeing += agrees[i] ? 1 : 0;
        }
        double sum = 0;
        for (boolean left : agrees) {
            sum += Math.min(1, (agreeing - (left ? 1 : 0)) / 3.0);
        }
        return sum / agrees.length;
    }

    private static String normalise(String text) {
        String plain = COMMA_IN_NUMBER.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
        plain = POINT_OUTSIDE_NUMBER.matcher(plain).replaceAll("");
        plain = DROPPED.matcher(plain).replaceAll("");
        plain = ExactMatch.collapse(SPACED.matcher(plain).replaceAll(" "));
        StringBuilder words = new StringBuilder();
        for (String word : plain.split(" ")) {
            words.append(WORDS.getOrDefault(word, word)).append(' ');
        }
        return ExactMatch.collapse(words.toString());
    }
}
