// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.List;

/** A rectangle of pixels, half open: the right column and the bottom row are outside. */
record PixelBox(int left, int top, int right, int bottom) {
    static PixelBox around(List<PixelBox> boxes) {
        return boxes.stream().reduce(PixelBox::with).orElseThrow();
    }

    private PixelBox with(PixelBox other) {
        return new PixelBox(
                Math.min(left, other.left),
                Math.min(top, other.top),
                Math.max(right, other.right),
                Math.max(bottom, other.bottom));
    }

    PixelBox grown(int pixels) {
        return new PixelBox(left - pixels, top - pixels, right + pixels, bottom + pixels);
    }
}
