// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

/** Sums of values over rectangles of a picture in constant time (a summed-area table). */
final class Sums {
    private final int stride;
    private final int height;
    private final int[] sums;

    Sums(int width, int height) {
        this.stride = width + 1;
        this.height = height;
        this.sums = new int[stride * (height + 1)];
    }

    int width() {
        return stride - 1;
    }

    int height() {
        return height;
    }

    /** Adds a row's values; rows come in order. */
    void addRow(int y, int[] values) {
        int above = y * stride;
        int here = above + stride;
        int row = 0;
        for (int x = 0; x < stride - 1; x++) {
            row += values[x];
            sums[here + x + 1] = sums[above + x + 1] + row;
        }
    }

    int of(int left, int top, int right, int bottom) {
        int upper = top * stride;
        int lower = bottom * stride;
        return sums[lower + right] - sums[lower + left] - sums[upper + right] + sums[upper + left];
    }

    /** The sum over everything above and to the left of a point, which may lie inside a pixel or outside of the picture. */
    float before(float x, float y) {
        float inX = Math.max(0, Math.min(x, stride - 1));
        float inY = Math.max(0, Math.min(y, height));
        int left = Math.min((int) inX, stride - 2);
        int top = Math.min((int) inY, height - 1);
        float shareX = inX - left;
        float shareY = inY - top;
        int at = top * stride + left;
        int corner = sums[at];
        // Differences to the corner are small enough for floats, the sums are not.
        float right = sums[at + 1] - corner;
        float below = sums[at + stride] - corner;
        float across = sums[at + stride + 1] - corner;
        return corner + right * shareX + below * shareY + (across - right - below) * shareX * shareY;
    }
}
