// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

/** Exact match that forgives some words around the answer: one normal form holds the other and is at most 20 characters longer. */
final class RelaxedExactMatch {
    private static final int MOST_MORE = 20;

    private RelaxedExactMatch() {}

    static double score(String answer, String reference) {
        String given = ExactMatch.normalise(answer);
        String wanted = ExactMatch.normalise(reference);
        boolean alike = Math.abs(given.length() - wanted.length()) <= MOST_MORE
                && (given.contains(wanted) || wanted.contains(given));
        return alike ? 1 : 0;
    }
}
