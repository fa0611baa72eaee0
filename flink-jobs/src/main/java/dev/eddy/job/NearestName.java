// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that somebody probably meant, by Levenshtein distance. */
public final class NearestName {
    private NearestName() {}

    /** The nearest of the names, unless even that one differs in more than half of its characters. */
    public static Optional<String> to(String written, Collection<String> names) {
        return names.stream()
                .min(Comparator.<String>comparingInt(name -> distance(written, name))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> distance(written, name) * 2 <= name.length());
    }

    /** What to say of a name that is none: the nearest one, or else all of them. */
    public static String advice(String written, Collection<String> names) {
        return to(written, names)
                .map(nearest -> "did you mean '" + nearest + "'?")
                .orElse("there are " + String.join(", ", names));
    }

    /** Insertions, deletions and replacements of one character that turn one text into the other. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[to.length()];
    }
}
