// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.Locale;

/**
 * Average normalised Levenshtein similarity (Biten et al. 2019, "Scene Text Visual Question Answering", Eq. 1): one minus the
 * edit distance over the longer length, 0 from a half on. Lower case, single spaces.
 */
final class Anls {
    private static final double CUT = 0.5;

    private Anls() {}

    static double score(String answer, String reference) {
        String a = ExactMatch.collapse(answer.toLowerCase(Locale.ROOT));
        String b = ExactMatch.collapse(reference.toLowerCase(Locale.ROOT));
        double distance = (double) levenshtein(a, b) / Math.max(a.length(), b.length());
        return distance < CUT ? 1 - distance : 0;
    }

    private static int levenshtein(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substituted, Math.min(previous[j], current[j - 1]) + 1);
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
