// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

/** Why an action was not carried out, and what the model is told. */
public enum ActionError {
    NO_ACTION("Say exactly one of search, bbox, or answer with cite, each within its tags."),
    EMPTY_QUERY("A search needs words."),
    NOTHING_FOUND("No page matches these words."),
    ALL_SEEN("All pages that match were shown before; search with other words."),
    TOOL_REJECTED("The search did not accept these words."),
    NO_PAGE("There is no page yet; search first."),
    BAD_BOX("A box is four numbers, none negative: [x1, y1, x2, y2]."),
    TOO_SMALL("This box is too small, or not on the page.");

    private final String sentence;

    ActionError(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }

    /** True where the action could not be understood or was none; false where it was carried out and brought nothing. */
    boolean invalid() {
        return this != NOTHING_FOUND && this != ALL_SEEN;
    }
}
