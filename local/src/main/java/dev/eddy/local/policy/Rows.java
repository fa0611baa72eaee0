// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

/**
 * What a network is told of each option.
 *
 * @param shared numbers that each row begins with, since they are the same for all
 * @param own the rest of each row; not to be changed
 */
public record Rows(float[] shared, float[][] own) {
    private static final float[] NOTHING = {};

    /** Rows that have nothing in common. */
    public static Rows of(float[]... own) {
        return new Rows(NOTHING, own);
    }

    /** The rows as a network without this distinction takes them. */
    float[][] whole() {
        if (shared.length == 0) {
            return own;
        }
        float[][] whole = new float[own.length][];
        for (int row = 0; row < whole.length; row++) {
            whole[row] = new float[shared.length + own[row].length];
            System.arraycopy(shared, 0, whole[row], 0, shared.length);
            System.arraycopy(own[row], 0, whole[row], shared.length, own[row].length);
        }
        return whole;
    }
}
