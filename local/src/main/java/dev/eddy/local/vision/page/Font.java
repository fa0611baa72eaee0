// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

/**
 * The classic bitmap letters of 5 by 7 units: digits, capitals, comma and point. Letters stand {@value #ADVANCE} units apart.
 * All but comma and point fill their width, so that a word's width tells how many letters it has.
 */
public final class Font {
    /** The letters, in the order of their numbers. */
    public static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ,.";

    /** Units from the left edge of one letter to that of the next. */
    public static final int ADVANCE = 6;

    public static final int WIDTH = 5;
    public static final int HEIGHT = 7;

    /** How many letters there are. */
    public static final int COUNT = LETTERS.length();

    /** A letter a line, a row from the top a number, the leftmost unit its highest bit. */
    private static final String[] ROWS = {
        "0E 11 13 15 19 11 0E", "04 0C 14 04 04 04 1F", "0E 11 01 02 04 08 1F", "1F 02 04 02 01 11 0E",
        "02 06 0A 12 1F 02 02", "1F 10 1E 01 01 11 0E", "06 08 10 1E 11 11 0E", "1F 01 02 04 08 08 08",
        "0E 11 11 0E 11 11 0E", "0E 11 11 0F 01 02 0C", "0E 11 11 1F 11 11 11", "1E 11 11 1E 11 11 1E",
        "0E 11 10 10 10 11 0E", "1E 11 11 11 11 11 1E", "1F 10 10 1E 10 10 1F", "1F 10 10 1E 10 10 10",
        "0E 11 10 17 11 11 0F", "11 11 11 1F 11 11 11", "1F 04 04 04 04 04 1F", "07 02 02 02 02 12 0C",
        "11 12 14 18 14 12 11", "10 10 10 10 10 10 1F", "11 1B 15 15 11 11 11", "11 11 19 15 13 11 11",
        "0E 11 11 11 11 11 0E", "1E 11 11 1E 10 10 10", "0E 11 11 11 15 12 0D", "1E 11 11 1E 14 12 11",
        "0F 10 10 0E 01 01 1E", "1F 04 04 04 04 04 04", "11 11 11 11 11 11 0E", "11 11 11 11 11 0A 04",
        "11 11 11 15 15 15 0A", "11 11 0A 04 0A 11 11", "11 11 11 0A 04 04 04", "1F 01 02 04 08 10 1F",
        "00 00 00 00 0C 04 08", "00 00 00 00 00 0C 0C"
    };

    private static final boolean[][] INK = parse();

    private Font() {}

    /** The number of a letter; -1 for what has none. */
    public static int number(char letter) {
        return LETTERS.indexOf(letter);
    }

    /** Whether a unit of a letter is inked. */
    public static boolean inked(int number, int x, int y) {
        return INK[number][y * WIDTH + x];
    }

    /** Units that a text without a gap at its end is wide. */
    public static int width(String text) {
        return text.length() * ADVANCE - 1;
    }

    private static boolean[][] parse() {
        boolean[][] ink = new boolean[COUNT][HEIGHT * WIDTH];
        for (int letter = 0; letter < COUNT; letter++) {
            String[] rows = ROWS[letter].split(" ");
            for (int y = 0; y < HEIGHT; y++) {
                int bits = Integer.parseInt(rows[y], 16);
                for (int x = 0; x < WIDTH; x++) {
                    ink[letter][y * WIDTH + x] = (bits >> (WIDTH - 1 - x) & 1) == 1;
                }
            }
        }
        return ink;
    }
}
