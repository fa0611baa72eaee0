// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.Random;

/** Drawing without replacement. */
public final class Draws {
    private Draws() {}

    /** Moves a uniform draw of {@code count} values, in random order, to the front of the array. */
    public static void first(int[] values, int count, Random random) {
        for (int i = 0; i < count; i++) {
            int other = i + random.nextInt(values.length - i);
            int value = values[other];
            values[other] = values[i];
            values[i] = value;
        }
    }
}
