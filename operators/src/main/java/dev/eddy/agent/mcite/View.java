// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.schemas.Region;

/**
 * A picture that was displayed: a part of a page at a display size.
 *
 * @param page which of the pages shown, from 0
 * @param region in the page's pixels; all of it for the page itself
 */
public record View(int page, Region region, DisplaySize size) {
    /** Pixels of the page for one of this view's. */
    double scaleX() {
        return (double) (region.getRight() - region.getLeft()) / size.width();
    }

    double scaleY() {
        return (double) (region.getBottom() - region.getTop()) / size.height();
    }
}
