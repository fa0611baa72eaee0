// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import java.util.Optional;

/**
 * A picture named by the agent: {@code q:2} is the second picture of the query, {@code d3:1} the first of demonstration 3.
 *
 * @param demo number of the demonstration; 0 for the query
 * @param position from 1
 */
public record ImageRef(int demo, int position) {
    private static final int QUERY = 0;

    public boolean ofQuery() {
        return demo == QUERY;
    }

    /** Reads a reference; empty for anything that is not one. */
    public static Optional<ImageRef> parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            return Optional.empty();
        }
        int position = number(text.substring(colon + 1));
        if (text.startsWith("q:")) {
            return position == 0 ? Optional.empty() : Optional.of(new ImageRef(QUERY, position));
        }
        int demo = text.charAt(0) == 'd' ? number(text.substring(1, colon)) : 0;
        return demo == 0 || position == 0 ? Optional.empty() : Optional.of(new ImageRef(demo, position));
    }

    /** A positive number of at most nine digits without leading zero; 0 for anything else. */
    private static int number(String digits) {
        if (digits.isEmpty() || digits.length() > 9 || digits.charAt(0) == '0') {
            return 0;
        }
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            value = value * 10 + c - '0';
        }
        return value;
    }

    @Override
    public String toString() {
        return (ofQuery() ? "q" : "d" + demo) + ":" + position;
    }
}
