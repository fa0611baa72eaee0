// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** How much two search queries have in common: Jaccard's index of their sets of lower-case words. */
public final class QueryLikeness {
    private QueryLikeness() {}

    /** From 0 to 1; two queries without words are the same. */
    public static double of(String one, String other) {
        Set<String> words = words(one);
        Set<String> others = words(other);
        Set<String> all = new HashSet<>(words);
        all.addAll(others);
        if (all.isEmpty()) {
            return 1;
        }
        words.retainAll(others);
        return (double) words.size() / all.size();
    }

    private static Set<String> words(String query) {
        Set<String> words = new HashSet<>();
        for (String word : query.toLowerCase(Locale.ROOT).split("\\s+")) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }
}
