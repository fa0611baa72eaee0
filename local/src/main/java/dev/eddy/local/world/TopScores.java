// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.Arrays;

/**
 * The best of many scores; of equal ones the lower position is better. Each is one number: the score's bits, made to sort
 * like the score, above the complement of the position.
 */
public final class TopScores {
    private final long[] best;
    private int size;

    public TopScores(int limit) {
        best = new long[limit];
    }

    public void offer(float score, int position) {
        long key = (long) sortable(Float.floatToIntBits(score + 0.0f)) << 32 | ~position & 0xFFFFFFFFL;
        if (size == best.length && key < best[0]) {
            return;
        }
        int at = -Arrays.binarySearch(best, 0, size, key) - 1;
        if (size < best.length) {
            System.arraycopy(best, at, best, at + 1, size - at);
            best[at] = key;
            size++;
        } else {
            System.arraycopy(best, 1, best, 0, at - 1);
            best[at - 1] = key;
        }
    }

    public int size() {
        return size;
    }

    /** @param rank from 0, the best */
    public int position(int rank) {
        return ~(int) best[size - 1 - rank];
    }

    public float score(int rank) {
        return Float.intBitsToFloat(sortable((int) (best[size - 1 - rank] >> 32)));
    }

    /** Its own inverse: turns the order of negative floats, which is the reverse of that of their bits. */
    private static int sortable(int bits) {
        return bits ^ (bits >> 31 & 0x7FFFFFFF);
    }
}
