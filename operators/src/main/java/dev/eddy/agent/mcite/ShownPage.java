// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;

/** A page that was shown. */
record ShownPage(String id, Picture picture) {
    /** A part of it, as rewards and viewers know it. */
    PageRegion part(Region region) {
        return new PageRegion(id, region, picture.getWidth(), picture.getHeight(), picture.getSha256());
    }

    Region whole() {
        return new Region(0, 0, picture.getWidth(), picture.getHeight());
    }
}
