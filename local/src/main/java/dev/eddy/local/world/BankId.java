// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an instance's bank, from which alone the instance can be made again: {@code glyphs/7/train/12345}, or
 * {@code glyphs/7/all-4096/12345} where the size is not left to chance.
 *
 * @param world name of the world
 * @param seed of the world
 * @param size records in the bank; 0 where the instance draws it
 * @param number of the instance within its split, from 0
 */
public record BankId(String world, long seed, Split split, int size, long number) {
    private static final Pattern FORM = Pattern.compile("([a-z]+)/(-?\\d{1,19})/([a-z]+)(?:-(\\d{1,6}))?/(\\d{1,19})");

    /** The inverse of {@link #toString}; throws {@link IllegalArgumentException} for another text. */
    public static BankId parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is no bank of a world; expected <world>/<seed>/<split>/<number> as in glyphs/7/strict/12");
        }
        int size = form.group(4) == null ? 0 : Integer.parseInt(form.group(4));
        return new BankId(
                form.group(1),
                Long.parseLong(form.group(2)),
                Split.of(form.group(3)),
                size,
                Long.parseLong(form.group(5)));
    }

    @Override
    public String toString() {
        return world + "/" + seed + "/" + split.key() + (size == 0 ? "" : "-" + size) + "/" + number;
    }
}
