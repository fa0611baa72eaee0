// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Box;
import dev.eddy.picture.Pixels;
import dev.eddy.schemas.Region;

/** A part of a page as it is displayed. */
record View(PixelBox region, int width, int height) {
    private static final double MOST = 401_408;
    private static final double LEAST = 200_704;

    /** At the size at which the agent shows a region. */
    static View of(PixelBox region) {
        int width = region.right() - region.left();
        int height = region.bottom() - region.top();
        double area = (double) width * height;
        double grow = area > MOST ? Math.sqrt(MOST / area) : area < LEAST ? Math.sqrt(LEAST / area) : 1;
        return new View(region, (int) (width * grow), (int) (height * grow));
    }

    double scale() {
        return (double) width / (region.right() - region.left());
    }

    Pixels of(Pixels page) {
        return page.crop(new Region(region.left(), region.top(), region.right(), region.bottom()))
                .scaled(width, height);
    }

    boolean holds(PixelBox box) {
        return box.left() >= region.left()
                && box.top() >= region.top()
                && box.right() <= region.right()
                && box.bottom() <= region.bottom();
    }

    /** Where a box of the page stands in the view. */
    Box shown(Box box) {
        double scaleY = (double) height / (region.bottom() - region.top());
        return box.mapped(scale(), scaleY, -region.left() * scale(), -region.top() * scaleY);
    }

    /** The inverse of {@link #shown}. */
    Box onPage(Box box) {
        double scaleY = (double) height / (region.bottom() - region.top());
        return box.mapped(1 / scale(), 1 / scaleY, region.left(), region.top());
    }
}
