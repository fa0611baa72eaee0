// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

/**
 * One choice open to the policy.
 *
 * @param kind what it does
 * @param index of the preview or demonstration, as the observation numbers it; 0 where the kind needs none
 */
record Action(Kind kind, int index) {
    static final String QUERY_PICTURES = "q";
    static final String QUERY_TEXT = "text";

    /** In the order of the features that tell them apart. */
    enum Kind {
        SEARCH_QUERY,
        SEARCH_TEXT,
        SEARCH_DEMONSTRATION,
        READ,
        ADD,
        DELETE,
        /** Closes the lists of a curate call. */
        END,
        SOLVE;

        static final int COUNT = values().length;
    }

    Action(Kind kind) {
        this(kind, 0);
    }

    /** True for an item of a curate call, which goes on until its lists are closed. */
    boolean continues() {
        return kind == Kind.ADD || kind == Kind.DELETE;
    }

    /** What a search looks for, so that the same search is known again; null for anything else. */
    String subject() {
        return switch (kind) {
            case SEARCH_QUERY -> QUERY_PICTURES;
            case SEARCH_TEXT -> QUERY_TEXT;
            case SEARCH_DEMONSTRATION -> "d" + index;
            default -> null;
        };
    }
}
