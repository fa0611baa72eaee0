// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

/**
 * How the documents of a world look. Frozen: what was printed by these figures stays comparable.
 *
 * @param name of the world; the first part of its corpus's id
 * @param documents how many there are
 * @param trained how many of them, from the first, questions of training are about; the others are for testing
 * @param pages of each document
 * @param width of a page in pixels
 * @param height of a page in pixels
 * @param columns of text side by side
 * @param finePrint share of tables and lists that are printed at half the usual size
 * @param fineQuestions share of the questions that are about fine print
 * @param indexPixels pixels to which a page is scaled before its words are indexed
 */
record DocumentStyle(
        String name,
        int documents,
        int trained,
        int pages,
        int width,
        int height,
        int columns,
        double finePrint,
        double fineQuestions,
        int indexPixels) {
    static final int MARGIN = 120;
    static final int GUTTER = 180;

    /** Where the columns begin, from the top. */
    static final int BODY = 420;

    /** Ordinary print is half legible on a page as it is displayed, and wholly in a crop of a block. */
    static final DocumentStyle FROZEN = new DocumentStyle("documents", 90, 60, 3, 2000, 2700, 2, 0.2, 0.10, 401_408);

    /** Pages on which only headings are legible at first, so that it pays to look closer twice. */
    static final DocumentStyle FINE =
            new DocumentStyle("documents-fine", 90, 60, 3, 3000, 3900, 3, 0.5, 0.40, 1_605_632);

    int columnWidth() {
        return (width - 2 * MARGIN - (columns - 1) * GUTTER) / columns;
    }

    int columnLeft(int column) {
        return MARGIN + column * (columnWidth() + GUTTER);
    }
}
