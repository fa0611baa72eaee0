// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Font;

/** Something printed on a page, in pixels of the page. */
sealed interface Mark {
    /** The smallest box that holds it. */
    PixelBox box();

    /** @param size pixels that a unit of the {@link Font} has */
    record Text(int x, int y, int size, String text) implements Mark {
        @Override
        public PixelBox box() {
            return new PixelBox(x, y, x + size * Font.width(text), y + size * Font.HEIGHT);
        }
    }

    record Fill(PixelBox box, int shade) implements Mark {}
}
