// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** A text as a vector: the signed hashing trick (Weinberger et al., 2009) over its words, scaled to unit length. */
public final class HashedWords {
    /** Numbers in a vector. */
    public static final int LENGTH = 256;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    private HashedWords() {}

    /** All 0 for a text without words. */
    public static float[] of(String text) {
        float[] counts = new float[LENGTH];
        Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (words.find()) {
            CRC32 hash = new CRC32();
            hash.update(words.group().getBytes(StandardCharsets.UTF_8));
            long value = hash.getValue();
            counts[(int) (value % LENGTH)] += (value >> 31 & 1) == 0 ? 1 : -1;
        }
        double squares = 0;
        for (float count : counts) {
            squares += count * count;
        }
        if (squares > 0) {
            float scale = (float) (1 / Math.sqrt(squares));
            for (int i = 0; i < LENGTH; i++) {
                counts[i] *= scale;
            }
        }
        return counts;
    }
}
