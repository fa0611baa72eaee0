// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Font;
import dev.eddy.local.world.Seeds;
import dev.eddy.picture.Pixels;
import java.util.Arrays;
import java.util.Random;

/** Draws a page: black letters and grey areas on white paper, as a scanner sees them. */
final class PageDrawing {
    private static final int NOISE = 2;
    private static final double NOISE_DEVIATION = 5;

    /** A scanner of 64 shades, so that a page's file is half as large as with 256. */
    private static final int NOISE_STEP = 4;

    private static final byte WHITE = (byte) 255;

    /** A normal distribution as a table to draw from: 65,536 values in random order. */
    private static final byte[] GRAIN = grain();

    private PageDrawing() {}

    /** The page; equal for equal plans and seeds. */
    static Pixels draw(PagePlan plan, int width, int height, long seed) {
        byte[] shades = new byte[width * height];
        Arrays.fill(shades, WHITE);
        for (Mark mark : plan.marks()) {
            if (mark instanceof Mark.Text text) {
                print(text, shades, width);
            } else if (mark instanceof Mark.Fill fill) {
                fill(fill.box(), (byte) fill.shade(), shades, width);
            }
        }
        addNoise(shades, Seeds.mix(seed, NOISE));
        return new Pixels(width, height, 1, shades);
    }

    private static void print(Mark.Text text, byte[] shades, int width) {
        int size = text.size();
        for (int i = 0; i < text.text().length(); i++) {
            int letter = Font.number(text.text().charAt(i));
            if (letter < 0) {
                continue; // a space
            }
            int left = text.x() + i * Font.ADVANCE * size;
            for (int y = 0; y < Font.HEIGHT; y++) {
                for (int x = 0; x < Font.WIDTH; x++) {
                    if (Font.inked(letter, x, y)) {
                        int unitLeft = left + x * size;
                        int unitTop = text.y() + y * size;
                        fill(new PixelBox(unitLeft, unitTop, unitLeft + size, unitTop + size), (byte) 0, shades, width);
                    }
                }
            }
        }
    }

    private static void fill(PixelBox box, byte shade, byte[] shades, int width) {
        for (int y = box.top(); y < box.bottom(); y++) {
            Arrays.fill(shades, y * width + box.left(), y * width + box.right(), shade);
        }
    }

    /** Four pixels a step of a xorshift generator. */
    private static void addNoise(byte[] shades, long seed) {
        long state = seed | 1;
        long bits = 0;
        for (int i = 0; i < shades.length; i++) {
            if ((i & 3) == 0) {
                state ^= state << 13;
                state ^= state >>> 7;
                state ^= state << 17;
                bits = state;
            }
            int shade = (shades[i] & 0xff) + GRAIN[(int) bits & 0xffff];
            shades[i] = (byte) Math.max(0, Math.min(255, shade));
            bits >>>= 16;
        }
    }

    private static byte[] grain() {
        Random random = new Random(NOISE);
        byte[] grain = new byte[1 << 16];
        for (int i = 0; i < grain.length; i++) {
            grain[i] = (byte) (NOISE_STEP * Math.rint(NOISE_DEVIATION * random.nextGaussian() / NOISE_STEP));
        }
        return grain;
    }
}
