// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Box;
import java.util.List;

/**
 * Something in view that can be looked at, answered with, or cited.
 *
 * @param box on the page as displayed
 * @param text that it says; empty for what is larger than a row
 * @param features as in {@link Feature}; not to be changed
 */
record Candidate(Level level, Box box, String text, float[] features) {
    /** The same with more air around it, as far as the page reaches. */
    Candidate grown(double by, Piece.Page page) {
        Box all = new Box(0, 0, page.width(), page.height());
        return new Candidate(level, box.grown(by).within(all), text, features);
    }

    Candidate with(float[] others) {
        return new Candidate(level, box, text, others);
    }

    /** The box as the protocol spells it. Candidates with the same spelling are one choice. */
    String corners() {
        StringBuilder corners = new StringBuilder("[");
        for (double corner : List.of(box.left(), box.top(), box.right(), box.bottom())) {
            long tenths = Math.max(0, Math.round(10 * corner));
            corners.append(corners.length() > 1 ? ", " : "")
                    .append(tenths / 10)
                    .append('.')
                    .append(tenths % 10);
        }
        return corners.append(']').toString();
    }
}
