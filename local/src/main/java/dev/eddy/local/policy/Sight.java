// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

/**
 * What the policy makes of one picture as shown: its descriptor.
 *
 * @param id tells pictures apart within one {@link Eye}
 * @param vector of {@link dev.eddy.local.vision.PictureDescriptor}; not to be changed
 */
public record Sight(int id, float[] vector) {
    /** The cosine of the angle between two descriptors, 0 to 1. */
    public static float cosine(Sight first, Sight second) {
        float[] a = first.vector;
        float[] b = second.vector;
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        for (int i = 0; i < a.length; i += 4) { // four sums, or each addition would wait for the one before
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }
}
