// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

/** What a turn can do, in the order of the features that tell it. */
enum Deed {
    ANSWER("answer"),
    SEARCH_BY_PICTURE("search by picture"),
    SEARCH_BY_TEXT("search by text");

    private final String offer;

    Deed(String offer) {
        this.offer = offer;
    }

    /** As prompts offer it. */
    String offer() {
        return offer;
    }
}
