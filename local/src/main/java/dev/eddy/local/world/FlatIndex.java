// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.Arrays;
import java.util.List;

/** Vectors side by side in one array, for exact search by dot product. Immutable and thread-safe. */
final class FlatIndex {
    private final float[] vectors;
    private final int length;

    /**
     * Copies the vectors.
     *
     * @param length of each vector
     * @throws IllegalArgumentException if one has another length
     */
    FlatIndex(List<float[]> rows, int length) {
        this.length = length;
        vectors = new float[Math.multiplyExact(rows.size(), length)];
        for (int row = 0; row < rows.size(); row++) {
            if (rows.get(row).length != length) {
                throw new IllegalArgumentException("there are vectors of " + length + " numbers and of "
                        + rows.get(row).length + "; load them again by one encoder");
            }
            System.arraycopy(rows.get(row), 0, vectors, row * length, length);
        }
    }

    int length() {
        return length;
    }

    float[] vector(int row) {
        return Arrays.copyOfRange(vectors, row * length, (row + 1) * length);
    }

    /** Dot product of a vector with one row. Four sums, since one alone would wait for each addition. */
    float similarity(float[] vector, int row) {
        int at = row * length;
        float first = 0;
        float second = 0;
        float third = 0;
        float fourth = 0;
        int quads = length & ~3;
        for (int i = 0; i < quads; i += 4) {
            first += vector[i] * vectors[at + i];
            second += vector[i + 1] * vectors[at + i + 1];
            third += vector[i + 2] * vectors[at + i + 2];
            fourth += vector[i + 3] * vectors[at + i + 3];
        }
        for (int i = quads; i < length; i++) {
            first += vector[i] * vectors[at + i];
        }
        return (first + second) + (third + fourth);
    }
}
