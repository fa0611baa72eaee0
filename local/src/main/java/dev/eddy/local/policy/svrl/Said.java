// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.ArrayList;
import java.util.List;

/**
 * What the policy says in a turn, and how it is written and read.
 *
 * @param mask verdicts on the results of the turn before
 * @param deed null where the text does nothing of what the policy can do
 * @param queries of a search by text; otherwise empty
 * @param answer null for all else
 */
record Said(List<Boolean> mask, Deed deed, List<String> queries, String answer) {
    static final String VERIFY = "<verify>";
    static final String END_VERIFY = "</verify>";
    static final String SEARCH_BY_PICTURE = "<search><img></search>";
    static final String TEXT_SEARCH = "<text_search>";
    static final String END_TEXT_SEARCH = "</text_search>";
    static final String ANSWER = "<answer>";
    static final String END_ANSWER = "</answer>";

    Said {
        mask = List.copyOf(mask);
        queries = List.copyOf(queries);
    }

    /** Reads a turn; what another model said may come out as nothing. */
    static Said of(String text) {
        List<Boolean> mask = new ArrayList<>();
        String verdicts = between(text, VERIFY, END_VERIFY);
        if (verdicts != null) {
            for (String verdict : verdicts.split(",")) {
                if (!verdict.isBlank()) {
                    mask.add(verdict.strip().equals("1"));
                }
            }
        }
        if (text.contains(SEARCH_BY_PICTURE)) {
            return new Said(mask, Deed.SEARCH_BY_PICTURE, List.of(), null);
        }
        String search = between(text, TEXT_SEARCH, END_TEXT_SEARCH);
        if (search != null) {
            List<String> queries = new ArrayList<>();
            for (String query : search.split(",")) {
                if (!query.isBlank()) {
                    queries.add(query.strip());
                }
            }
            return new Said(mask, Deed.SEARCH_BY_TEXT, queries, null);
        }
        String answer = between(text, ANSWER, END_ANSWER);
        return new Said(mask, answer == null ? null : Deed.ANSWER, List.of(), answer);
    }

    /** What stands between the last {@code before} and the next {@code after}; null if either is missing. */
    private static String between(String text, String before, String after) {
        int start = text.lastIndexOf(before);
        int end = start < 0 ? -1 : text.indexOf(after, start);
        return end < 0 ? null : text.substring(start + before.length(), end);
    }
}
