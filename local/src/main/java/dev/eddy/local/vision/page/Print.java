// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import dev.eddy.picture.Pixels;

/**
 * What is printed in a view: how dark it is, where it is not paper, where it is ink and where it is grey.
 *
 * @param darkness 0 for white to 255 for black
 * @param marked 1 where there is anything
 * @param ink 1 where there are letters
 */
record Print(Pixels view, Sums darkness, Sums marked, Sums ink) {
    private static final int PAPER = 233;
    private static final int INK = 150;

    /** Thin strokes are paler where a view is smaller than the page. */
    private static final int PALE_INK = 185;

    private static final double PALE_BELOW = 0.6;
    private static final int DARKEST_GRAY = 195;
    private static final int LIGHTEST_GRAY = 230;

    /** @param scale pixels of the view a pixel of the page */
    static Print of(Pixels view, double scale) {
        int width = view.width();
        int height = view.height();
        int inkBelow = scale <= PALE_BELOW ? PALE_INK : INK;
        Print print = new Print(view, new Sums(width, height), new Sums(width, height), new Sums(width, height));
        int[] darkness = new int[width];
        int[] marked = new int[width];
        int[] ink = new int[width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int shade = view.samples()[y * width + x] & 0xff;
                darkness[x] = 255 - shade;
                marked[x] = shade < PAPER ? 1 : 0;
                ink[x] = shade < inkBelow ? 1 : 0;
            }
            print.darkness.addRow(y, darkness);
            print.marked.addRow(y, marked);
            print.ink.addRow(y, ink);
        }
        return print;
    }

    int dark(int x, int y) {
        return 255 - (view.samples()[y * view.width() + x] & 0xff);
    }

    /** Whether a pixel has the shade of bars. */
    boolean gray(int x, int y) {
        int shade = view.samples()[y * view.width() + x] & 0xff;
        return shade >= DARKEST_GRAY && shade <= LIGHTEST_GRAY;
    }

    /** The share of an area that has the shade of bars. */
    double gray(Area area) {
        int count = 0;
        for (int y = area.top(); y < area.bottom(); y++) {
            for (int x = area.left(); x < area.right(); x++) {
                count += gray(x, y) ? 1 : 0;
            }
        }
        return (double) count / area.width() / area.height();
    }
}
