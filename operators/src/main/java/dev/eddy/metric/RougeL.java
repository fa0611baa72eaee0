// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** ROUGE-L F1 (Lin, 2004): by the longest common subsequence of words, lower-cased, letters and digits alone, not stemmed. */
final class RougeL {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    private RougeL() {}

    static double score(String answer, String reference) {
        List<String> given = words(answer);
        List<String> wanted = words(reference);
        int common = longestCommonSubsequence(given, wanted);
        if (common == 0) {
            return 0;
        }
        double precision = (double) common / given.size();
        double recall = (double) common / wanted.size();
        return 2 * precision * recall / (precision + recall);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (word.find()) {
            words.add(word.group());
        }
        return words;
    }

    private static int longestCommonSubsequence(List<String> left, List<String> right) {
        int[] before = new int[right.size() + 1];
        for (String word : left) {
            int[] row = new int[right.size() + 1];
            for (int i = 0; i < right.size(); i++) {
                row[i + 1] = word.equals(right.get(i)) ? before[i] + 1 : Math.max(before[i + 1], row[i]);
            }
            before = row;
        }
        return before[right.size()];
    }
}
