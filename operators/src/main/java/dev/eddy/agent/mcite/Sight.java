// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import java.util.List;

/** Where boxes lie, and how large what they mean is displayed. Immutable and thread-safe. */
final class Sight {
    private final MCiteSettings settings;

    Sight(MCiteSettings settings) {
        this.settings = settings;
    }

    /** A page as first displayed. */
    View page(List<ShownPage> pages, int index) {
        ShownPage page = pages.get(index);
        return new View(
                index,
                page.whole(),
                settings.displaySize(page.picture().getWidth(), page.picture().getHeight()));
    }

    /** A part of the newest page as it would be displayed; null where the box is too small for that. */
    View crop(List<ShownPage> pages, View latest, Box box) {
        View page = page(pages, pages.size() - 1);
        Region region = settings.frame().onPage(box, page, latest);
        int width = region.getRight() - region.getLeft();
        int height = region.getBottom() - region.getTop();
        if (settings.frame().area(region, page, latest) < settings.minCropArea()) {
            return null;
        }
        return new View(page.page(), region, settings.displaySize(width, height));
    }

    /** Whether a box on a page, by its index, lies on it with all of its corners. */
    boolean within(List<ShownPage> pages, int index, View latest, Box box) {
        return settings.frame().within(box, page(pages, index), latest);
    }

    /** What a citation means on a page, by its index. */
    PageRegion cited(List<ShownPage> pages, int index, View latest, Box box) {
        return pages.get(index).part(settings.frame().onPage(box, page(pages, index), latest));
    }
}
