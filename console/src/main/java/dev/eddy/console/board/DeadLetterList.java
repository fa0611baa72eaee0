// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.DeadLetter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Dead letters by reason, and the newest of them. Not thread-safe. */
public final class DeadLetterList {
    private static final int MAX_LETTERS = 50;
    private static final int MAX_REASONS = 64;

    private final Map<String, Long> reasons = new TreeMap<>();
    private final Deque<Line> newest = new ArrayDeque<>();

    /** One letter without its raw value. */
    record Line(String reason, String message, String job, String source, long at) {}

    record Figures(Map<String, Long> reasons, List<Line> newest) {}

    void add(DeadLetter letter) {
        if (reasons.containsKey(letter.getReason()) || reasons.size() < MAX_REASONS) {
            reasons.merge(letter.getReason(), 1L, Long::sum);
        }
        String source = letter.getSource() == null
                ? null
                : letter.getSource().getTopic() + "/" + letter.getSource().getPartition() + "@"
                        + letter.getSource().getOffset();
        newest.addFirst(new Line(letter.getReason(), letter.getMessage(), letter.getJob(), source, letter.getAt()));
        if (newest.size() > MAX_LETTERS) {
            newest.removeLast();
        }
    }

    Figures figures() {
        return new Figures(new TreeMap<>(reasons), new ArrayList<>(newest));
    }
}
