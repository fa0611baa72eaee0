// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision;

import java.util.Arrays;

/**
 * A drawing as a vector whose dot product with another tells how alike two drawings are: histograms of oriented gradients
 * (Dalal and Triggs, 2005) over a grid. The drawing is cut out, scaled into 56 x 56 with its proportions kept and blurred
 * (sigma 2); the gradient of each pixel is split linearly between the two nearest of 8 unsigned orientations of its cell of
 * 7 x 7; the square root of the histograms is scaled to unit length. Deterministic, without state.
 */
public final class PictureDescriptor {
    /** Names what is computed, for whoever stores vectors. */
    public static final String NAME = "gradients-7x7x8";

    private static final int SIDE = 56;
    private static final int CELLS = 7;
    private static final int CELL = SIDE / CELLS;
    private static final int ORIENTATIONS = 8;
    private static final float INK = 0.25f;
    private static final double SIGMA = 2;
    private static final float[] BLUR = gaussian(SIGMA);

    /** Numbers in a vector. */
    public static final int LENGTH = CELLS * CELLS * ORIENTATIONS;

    private PictureDescriptor() {}

    /** {@link #LENGTH} numbers of unit length and none negative, so that dot products lie in 0 to 1; all 0 for a blank picture. */
    public static float[] of(GrayPicture picture) {
        int width = picture.width();
        int height = picture.height();
        float[] ink = ink(picture);
        int left = width;
        int right = -1;
        int top = height;
        int bottom = -1;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                if (ink[y * width + x] > INK) {
                    left = Math.min(left, x);
                    right = Math.max(right, x);
                    top = Math.min(top, y);
                    bottom = y;
                }
            }
        }
        if (right < 0) {
            return new float[LENGTH];
        }
        double span = Math.max(right - left, bottom - top) + 1;
        double startX = (left + right + 1 - span) / 2;
        double startY = (top + bottom + 1 - span) / 2;
        float[] drawing = AreaResampling.resample(ink, width, height, startX, startY, span, span, SIDE, SIDE);
        return unitRoot(histograms(blurRows(transpose(blurRows(transpose(drawing))))));
    }

    /** How far each pixel is from the background, which is the median of the picture's edge. */
    private static float[] ink(GrayPicture picture) {
        int width = picture.width();
        int height = picture.height();
        float[] shades = picture.luminance();
        float[] edge = new float[2 * (width + height)];
        for (int x = 0; x < width; x++) {
            edge[2 * x] = shades[x];
            edge[2 * x + 1] = shades[(height - 1) * width + x];
        }
        for (int y = 0; y < height; y++) {
            edge[2 * (width + y)] = shades[y * width];
            edge[2 * (width + y) + 1] = shades[y * width + width - 1];
        }
        Arrays.sort(edge);
        float background = edge[edge.length / 2];
        float[] ink = new float[shades.length];
        for (int i = 0; i < ink.length; i++) {
            ink[i] = Math.abs(shades[i] - background);
        }
        return ink;
    }

    private static float[] transpose(float[] square) {
        float[] turned = new float[square.length];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                turned[x * SIDE + y] = square[y * SIDE + x];
            }
        }
        return turned;
    }

    private static float[] blurRows(float[] square) {
        int radius = BLUR.length / 2;
        float[] blurred = new float[square.length];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                float sum = 0;
                for (int i = Math.max(0, x - radius); i <= Math.min(SIDE - 1, x + radius); i++) {
                    sum += BLUR[i - x + radius] * square[y * SIDE + i];
                }
                blurred[y * SIDE + x] = sum;
            }
        }
        return blurred;
    }

    private static float[] histograms(float[] square) {
        float[] histograms = new float[LENGTH];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                float dx = square[y * SIDE + Math.min(SIDE - 1, x + 1)] - square[y * SIDE + Math.max(0, x - 1)];
                float dy = square[Math.min(SIDE - 1, y + 1) * SIDE + x] - square[Math.max(0, y - 1) * SIDE + x];
                float strength = (float) Math.sqrt(dx * dx + dy * dy);
                double turn = Math.atan2(dy, dx) / Math.PI;
                double position = (turn < 0 ? turn + 1 : turn) * ORIENTATIONS;
                int below = (int) position;
                float upper = (float) (position - below);
                int cell = (y / CELL * CELLS + x / CELL) * ORIENTATIONS;
                histograms[cell + below % ORIENTATIONS] += strength * (1 - upper);
                histograms[cell + (below + 1) % ORIENTATIONS] += strength * upper;
            }
        }
        return histograms;
    }

    private static float[] unitRoot(float[] values) {
        double squares = 0;
        for (float value : values) {
            squares += value;
        }
        float[] scaled = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            scaled[i] = (float) Math.sqrt(values[i] / squares);
        }
        return scaled;
    }

    private static float[] gaussian(double sigma) {
        int radius = (int) Math.ceil(3 * sigma);
        float[] weights = new float[2 * radius + 1];
        double sum = 0;
        for (int i = -radius; i <= radius; i++) {
            sum += Math.exp(-i * i / (2 * sigma * sigma));
        }
        for (int i = -radius; i <= radius; i++) {
            weights[i + radius] = (float) (Math.exp(-i * i / (2 * sigma * sigma)) / sum);
        }
        return weights;
    }
}
