// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

/**
 * One call as the choices that make it.
 *
 * @param named the query, or the box of what is looked at or answered with, as they are spelled
 * @param cited the box of the citation; null unless it is an answer
 */
record Turn(Kind kind, String named, String cited) {
    /** What can be done. The order is that of the outputs. */
    enum Kind {
        SEARCH,
        CROP,
        ANSWER
    }

    /** How many choices that are. */
    int choices() {
        return kind == Kind.ANSWER ? 3 : 2;
    }
}
