// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import java.util.ArrayList;
import java.util.List;

/** A rectangle of whole pixels; right and bottom are outside. */
record Area(int left, int top, int right, int bottom) {
    int width() {
        return right - left;
    }

    int height() {
        return bottom - top;
    }

    /** What it is without the empty rows and columns at its edges; null where it is all empty. */
    Area trimmed(Sums sums, int least) {
        int first = left;
        int last = right;
        int above = top;
        int below = bottom;
        while (above < below && sums.of(left, above, right, above + 1) < least) {
            above++;
        }
        while (above < below && sums.of(left, below - 1, right, below) < least) {
            below--;
        }
        while (first < last && sums.of(first, above, first + 1, below) < least) {
            first++;
        }
        while (first < last && sums.of(last - 1, above, last, below) < least) {
            last--;
        }
        return above == below || first == last ? null : new Area(first, above, last, below);
    }

    /** The parts between bands of at least {@code gap} empty rows, from the top. */
    List<Area> rows(Sums sums, int least, double gap) {
        List<Area> parts = new ArrayList<>();
        int begin = -1;
        int end = -1;
        for (int y = top; y < bottom; y++) {
            if (sums.of(left, y, right, y + 1) >= least) {
                if (begin >= 0 && y - end >= gap) {
                    parts.add(new Area(left, begin, right, end));
                    begin = y;
                }
                begin = begin < 0 ? y : begin;
                end = y + 1;
            }
        }
        if (begin >= 0) {
            parts.add(new Area(left, begin, right, end));
        }
        return parts;
    }

    /** The parts between bands of at least {@code gap} empty columns, from the left. */
    List<Area> columns(Sums sums, int least, double gap) {
        List<Area> parts = new ArrayList<>();
        int begin = -1;
        int end = -1;
        for (int x = left; x < right; x++) {
            if (sums.of(x, top, x + 1, bottom) >= least) {
                if (begin >= 0 && x - end >= gap) {
                    parts.add(new Area(begin, top, end, bottom));
                    begin = x;
                }
                begin = begin < 0 ? x : begin;
                end = x + 1;
            }
        }
        if (begin >= 0) {
            parts.add(new Area(begin, top, end, bottom));
        }
        return parts;
    }
}
