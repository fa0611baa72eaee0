// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

/** The generated world that tests share: it is immutable and takes a second to draw. */
final class Worlds {
    private static World glyphs;

    private Worlds() {}

    static synchronized World glyphs() {
        if (glyphs == null) {
            glyphs = World.open(World.GLYPHS, 7);
        }
        return glyphs;
    }
}
