// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

/** An action that may be taken in a turn. */
public enum Offer {
    SEARCH_BY_PICTURE("search by picture"),
    SEARCH_BY_TEXT("search by text"),
    ANSWER("answer");

    private final String text;

    Offer(String text) {
        this.text = text;
    }

    /** As prompts spell it. */
    public String text() {
        return text;
    }
}
