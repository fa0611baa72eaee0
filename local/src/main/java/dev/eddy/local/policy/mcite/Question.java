// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Font;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question as the policy understands it: which of its words to look for on pages.
 *
 * @param content words that say what it is about, as numbers of letters
 * @param numbers words that begin with a digit, such as a year
 * @param queries what can be searched for: the whole question, without stop words, and without numbers, too; each once
 */
record Question(List<int[]> content, List<int[]> numbers, List<String> queries) {
    private static final int LONGEST = 64;
    private static final Pattern WORD = Pattern.compile("[0-9A-Z](?:[0-9A-Z,.]*[0-9A-Z])?");
    private static final Set<String> STOP_WORDS =
            Set.of("WHAT", "WAS", "IS", "THE", "OF", "IN", "HOW", "MUCH", "MANY", "AT", "GIVE", "FOR", "YEAR");

    static Question of(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text.toUpperCase(Locale.ROOT));
        while (words.size() < LONGEST && matcher.find()) {
            words.add(matcher.group());
        }
        List<String> telling =
                words.stream().filter(word -> !STOP_WORDS.contains(word)).toList();
        List<String> content = telling.stream().filter(word -> !isNumber(word)).toList();
        Set<String> queries = new LinkedHashSet<>();
        for (List<String> query : List.of(words, telling, content)) {
            queries.add(String.join(" ", query));
        }
        return new Question(
                content.stream().map(Question::letters).toList(),
                telling.stream()
                        .filter(Question::isNumber)
                        .map(Question::letters)
                        .toList(),
                List.copyOf(queries));
    }

    private static boolean isNumber(String word) {
        return Character.isDigit(word.charAt(0));
    }

    private static int[] letters(String word) {
        return word.chars().map(letter -> Font.number((char) letter)).toArray();
    }
}
