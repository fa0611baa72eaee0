// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Box;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.schemas.Region;

/**
 * What the policy makes of a page or a part of one as it was shown.
 *
 * @param reading of what was shown
 * @param region what part of the page it was, in the page's pixels
 * @param pageWidth of the page in its own pixels
 * @param pageHeight of the page in its own pixels
 */
record SeenPage(PageReading reading, Region region, int pageWidth, int pageHeight) {
    /** Whether it is a part that was shown. */
    boolean crop() {
        return region.getRight() - region.getLeft() < pageWidth || region.getBottom() - region.getTop() < pageHeight;
    }

    /** Where a box of this view stands on the page as first displayed, of which this is the size. */
    Box onDisplay(Box box, int width, int height) {
        double toPageX = (double) (region.getRight() - region.getLeft()) / reading.width();
        double toPageY = (double) (region.getBottom() - region.getTop()) / reading.height();
        double scaleX = (double) width / pageWidth;
        double scaleY = (double) height / pageHeight;
        return box.mapped(toPageX * scaleX, toPageY * scaleY, region.getLeft() * scaleX, region.getTop() * scaleY);
    }
}
