// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a view into blocks along empty bands, across and down in turn (the recursive X-Y cut of Nagy and Seth, 1984). Bars and
 * frames count, so that they keep a chart together. Blocks come in the order in which they are cut.
 */
final class Segmentation {
    /** Blocks are farther apart than that, in pixels of the page; lines of a block are nearer. */
    private static final double ROW_GAP = 44;

    /** Wider than any gap inside a table. */
    private static final double COLUMN_GAP = 100;

    /** A lone pixel is a speck. */
    private static final int SPECK = 2;

    private final Sums marked;
    private final double scale;
    private final List<Area> blocks = new ArrayList<>();

    private Segmentation(Sums marked, double scale) {
        this.marked = marked;
        this.scale = scale;
    }

    /** @param scale pixels of the view a pixel of the page */
    static List<Area> blocks(Sums marked, double scale) {
        Segmentation segmentation = new Segmentation(marked, scale);
        segmentation.cut(new Area(0, 0, marked.width(), marked.height()), true, false);
        return segmentation.blocks;
    }

    private void cut(Area area, boolean across, boolean wholeTheOtherWay) {
        Area trimmed = area.trimmed(marked, SPECK);
        if (trimmed == null) {
            return;
        }
        List<Area> parts = across
                ? trimmed.rows(marked, SPECK, ROW_GAP * scale)
                : trimmed.columns(marked, SPECK, COLUMN_GAP * scale);
        if (parts.size() == 1 && wholeTheOtherWay) {
            blocks.add(trimmed);
        } else {
            boolean whole = parts.size() == 1;
            parts.forEach(part -> cut(part, !across, whole));
        }
    }
}
