// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

/**
 * The size in pixels at which a page or a crop is displayed.
 *
 * @param width at least 1
 * @param height at least 1
 */
public record DisplaySize(int width, int height) {
    /**
     * Both sides scaled alike until the area is within bounds, then cut to whole pixels.
     *
     * @param minPixels what smaller pictures are enlarged to
     * @param maxPixels what larger ones are shrunk to
     */
    public static DisplaySize of(int width, int height, int minPixels, int maxPixels) {
        double area = (double) width * height;
        double scale = 1;
        if (area > maxPixels) {
            scale = Math.sqrt(maxPixels / area);
        } else if (area < minPixels) {
            scale = Math.sqrt(minPixels / area);
        }
        return new DisplaySize(Math.max(1, (int) (width * scale)), Math.max(1, (int) (height * scale)));
    }
}
