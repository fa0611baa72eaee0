// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.List;

/** A character as it is meant: its strokes, in a box of side 1 about the origin. */
public record Glyph(List<Stroke> strokes) {
    public Glyph {
        strokes = List.copyOf(strokes);
    }

    /** The same form, moved to the origin and scaled so that its longer side is 1. */
    public Glyph fitted() {
        double left = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double top = Double.POSITIVE_INFINITY;
        double bottom = Double.NEGATIVE_INFINITY;
        for (Stroke stroke : strokes) {
            for (int i = 0; i < stroke.points(); i++) {
                left = Math.min(left, stroke.x()[i]);
                right = Math.max(right, stroke.x()[i]);
                top = Math.min(top, stroke.y()[i]);
                bottom = Math.max(bottom, stroke.y()[i]);
            }
        }
        double scale = 1 / Math.max(Math.max(right - left, bottom - top), 1e-6);
        double tx = -scale * (left + right) / 2;
        double ty = -scale * (top + bottom) / 2;
        return new Glyph(strokes.stream()
                .map(stroke -> stroke.transform(scale, 0, 0, scale, tx, ty))
                .toList());
    }
}
