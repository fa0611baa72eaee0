// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

/**
 * How each letter looks through a blur, as a vector over its 5 by 7 units: mean 0, length 1, so that a dot product with another
 * such vector is their correlation.
 */
final class Templates {
    static final int CELLS = Font.WIDTH * Font.HEIGHT;

    /** Widths of the blur in units. */
    private static final double[] BLURS = {0, 0.6, 1, 1.5, 2, 2.6, 3.2};

    private static final int STEPS = 40;
    private static final float[][][] VECTORS = vectors();

    private Templates() {}

    /** The letters' vectors for the blur that is nearest to a width in units. */
    static float[][] blurred(double width) {
        int nearest = 0;
        for (int i = 1; i < BLURS.length; i++) {
            if (Math.abs(BLURS[i] - width) < Math.abs(BLURS[nearest] - width)) {
                nearest = i;
            }
        }
        return VECTORS[nearest];
    }

    /** Moves and scales to mean 0 and length 1; leaves a vector without any difference 0. */
    static void normalise(float[] vector) {
        float mean = 0;
        for (float value : vector) {
            mean += value / vector.length;
        }
        float squares = 0;
        for (int i = 0; i < vector.length; i++) {
            vector[i] -= mean;
            squares += vector[i] * vector[i];
        }
        if (squares > 0) {
            float scale = (float) (1 / Math.sqrt(squares));
            for (int i = 0; i < vector.length; i++) {
                vector[i] *= scale;
            }
        }
    }

    private static float[][][] vectors() {
        float[][][] vectors = new float[BLURS.length][Font.COUNT][];
        for (int blur = 0; blur < BLURS.length; blur++) {
            double[][] across = spread(Font.WIDTH, BLURS[blur]);
            double[][] down = spread(Font.HEIGHT, BLURS[blur]);
            for (int letter = 0; letter < Font.COUNT; letter++) {
                vectors[blur][letter] = vector(letter, across, down);
            }
        }
        return vectors;
    }

    private static float[] vector(int letter, double[][] across, double[][] down) {
        float[] vector = new float[CELLS];
        for (int y = 0; y < Font.HEIGHT; y++) {
            for (int x = 0; x < Font.WIDTH; x++) {
                for (int cell = 0; cell < CELLS; cell++) {
                    if (Font.inked(letter, x, y)) {
                        vector[cell] += (float) (across[x][cell % Font.WIDTH] * down[y][cell / Font.WIDTH]);
                    }
                }
            }
        }
        normalise(vector);
        return vector;
    }

    /** How much of a unit's ink each unit gets along one side, by a box of the blur's width. */
    private static double[][] spread(int units, double blur) {
        double[][] spread = new double[units][units];
        for (int from = 0; from < units; from++) {
            for (int to = 0; to < units; to++) {
                for (int step = 0; step < STEPS; step++) {
                    double place = to + (step + 0.5) / STEPS;
                    spread[from][to] += seen(from, place, blur) / STEPS;
                }
            }
        }
        return spread;
    }

    /** The share of a blurred point's surroundings that a unit fills. */
    private static double seen(int unit, double place, double blur) {
        if (blur == 0) {
            return place >= unit && place < unit + 1 ? 1 : 0;
        }
        double both = Math.min(unit + 1, place + blur / 2) - Math.max(unit, place - blur / 2);
        return Math.max(0, both) / blur;
    }
}
