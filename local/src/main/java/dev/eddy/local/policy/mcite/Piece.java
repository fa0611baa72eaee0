// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Box;

/** What one segment of a prompt means. */
sealed interface Piece {
    record Asked(Question question) implements Piece {}

    /** A call of the model itself. */
    record Said(boolean search) implements Piece {}

    /** @param width of the page as displayed, as is the height */
    record Page(SeenPage seen, int width, int height) implements Piece {}

    /** @param box where it is on the page as displayed */
    record Crop(SeenPage seen, Box box) implements Piece {}

    /** Turns in which tools may still be used. */
    record Left(int turns) implements Piece {}

    /** Instructions, refusals, and text of no known form. */
    record Other() implements Piece {}
}
