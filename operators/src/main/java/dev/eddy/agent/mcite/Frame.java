// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.schemas.Region;

/** What the boxes that a model writes refer to. Their corners are cut to whole pixels of the page. */
public enum Frame {
    /** The page as first displayed, whatever was shown since: all boxes of a page share one frame. */
    PAGE_VIEW {
        @Override
        View base(View page, View latest) {
            return page;
        }
    },
    /** The picture displayed last, so that a crop of a crop is a part of it. */
    LAST_VIEW {
        @Override
        View base(View page, View latest) {
            return latest;
        }
    },
    /**
     * What VRAG-RL's training code does: corners are divided by the size of the picture displayed last, but multiplied by the
     * size of the page. A box on a crop lands elsewhere than it was seen.
     */
    VRAG_COMPAT {
        @Override
        View base(View page, View latest) {
            return new View(page.page(), page.region(), latest.size());
        }
    };

    /** What a box is taken to be written on. */
    abstract View base(View page, View latest);

    /**
     * The part of the page that a box means: corners in order, within the page; empty where the box lies outside of it.
     *
     * @param page the page as first displayed
     * @param latest the picture displayed last
     */
    public Region onPage(Box box, View page, View latest) {
        View base = base(page, latest);
        Region whole = page.region();
        int left = base.region().getLeft();
        int top = base.region().getTop();
        int x1 = clip(left + box.x1() * base.scaleX(), whole.getRight());
        int x2 = clip(left + box.x2() * base.scaleX(), whole.getRight());
        int y1 = clip(top + box.y1() * base.scaleY(), whole.getBottom());
        int y2 = clip(top + box.y2() * base.scaleY(), whole.getBottom());
        return new Region(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    }

    /**
     * Whether a box lies on the page with all of its corners.
     *
     * @param page the page as first displayed
     * @param latest the picture displayed last
     */
    boolean within(Box box, View page, View latest) {
        View base = base(page, latest);
        Region whole = page.region();
        return base.region().getLeft() + Math.max(box.x1(), box.x2()) * base.scaleX() <= whole.getRight()
                && base.region().getTop() + Math.max(box.y1(), box.y2()) * base.scaleY() <= whole.getBottom();
    }

    /** The area of a part of the page in pixels of what boxes are written on. */
    double area(Region region, View page, View latest) {
        View base = base(page, latest);
        return (region.getRight() - region.getLeft())
                / base.scaleX()
                * ((region.getBottom() - region.getTop()) / base.scaleY());
    }

    private static int clip(double coordinate, int size) {
        return (int) Math.min(coordinate, size);
    }
}
