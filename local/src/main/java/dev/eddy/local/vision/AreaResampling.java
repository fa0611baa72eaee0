// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision;

/** Scales a rectangle of values so that each new value is the mean over the area that it covers; 0 outside of the source. */
final class AreaResampling {
    private AreaResampling() {}

    /**
     * @param left edge of the rectangle in source pixels; may lie outside, as may the others
     * @param spanX width of the rectangle in source pixels
     */
    static float[] resample(
            float[] source,
            int width,
            int height,
            double left,
            double top,
            double spanX,
            double spanY,
            int newWidth,
            int newHeight) {
        float[] columns = new float[newWidth * height];
        double stepX = spanX / newWidth;
        for (int x = 0; x < newWidth; x++) {
            double from = left + x * stepX;
            double to = from + stepX;
            for (int i = Math.max(0, (int) Math.floor(from)); i < Math.min(width, Math.ceil(to)); i++) {
                float share = (float) ((Math.min(to, i + 1) - Math.max(from, i)) / stepX);
                for (int y = 0; y < height; y++) {
                    columns[y * newWidth + x] += share * source[y * width + i];
                }
            }
        }
        float[] scaled = new float[newWidth * newHeight];
        double stepY = spanY / newHeight;
        for (int y = 0; y < newHeight; y++) {
            double from = top + y * stepY;
            double to = from + stepY;
            for (int i = Math.max(0, (int) Math.floor(from)); i < Math.min(height, Math.ceil(to)); i++) {
                float share = (float) ((Math.min(to, i + 1) - Math.max(from, i)) / stepY);
                for (int x = 0; x < newWidth; x++) {
                    scaled[y * newWidth + x] += share * columns[i * newWidth + x];
                }
            }
        }
        return scaled;
    }
}
