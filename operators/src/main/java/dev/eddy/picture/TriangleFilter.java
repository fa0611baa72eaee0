// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.picture;

import java.util.Arrays;

/**
 * How the samples along one axis become others: each new one is a mean of those that a triangle over it covers, as wide as two
 * source pixels, or as two new ones where these are larger. Weights are fixed-point numbers, so that results are the same
 * everywhere.
 */
final class TriangleFilter {
    private static final int PRECISION = 22;
    private static final int HALF = 1 << (PRECISION - 1);

    private final int length;
    private final int taps;
    private final int[] first;
    private final int[] count;
    private final int[] weights;

    private TriangleFilter(int length, int taps) {
        this.length = length;
        this.taps = taps;
        this.first = new int[length];
        this.count = new int[length];
        this.weights = new int[length * taps];
    }

    /** From {@code from} samples to {@code to}. */
    static TriangleFilter of(int from, int to) {
        double scale = (double) from / to;
        double support = Math.max(1, scale);
        TriangleFilter filter = new TriangleFilter(to, (int) Math.ceil(support) * 2 + 1);
        double[] triangle = new double[filter.taps];
        for (int i = 0; i < to; i++) {
            double centre = (i + 0.5) * scale;
            int first = Math.max(0, (int) (centre - support + 0.5));
            int count = Math.min(from, (int) (centre + support + 0.5)) - first;
            double sum = 0;
            for (int tap = 0; tap < count; tap++) {
                triangle[tap] = Math.max(0, 1 - Math.abs((tap + first - centre + 0.5) / support));
                sum += triangle[tap];
            }
            filter.first[i] = first;
            filter.count[i] = count;
            for (int tap = 0; tap < count; tap++) {
                filter.weights[i * filter.taps + tap] = (int) (0.5 + triangle[tap] / sum * (1 << PRECISION));
            }
        }
        return filter;
    }

    /** The samples of a picture with every row filtered. */
    byte[] rows(Pixels source) {
        int bands = source.bands();
        byte[] in = source.samples();
        byte[] out = new byte[length * source.height() * bands];
        for (int y = 0; y < source.height(); y++) {
            int row = y * source.width() * bands;
            int at = y * length * bands;
            for (int x = 0; x < length; x++) {
                for (int band = 0; band < bands; band++) {
                    int sum = HALF;
                    int from = row + first[x] * bands + band;
                    for (int tap = 0; tap < count[x]; tap++) {
                        sum += (in[from + tap * bands] & 0xff) * weights[x * taps + tap];
                    }
                    out[at++] = (byte) clip(sum);
                }
            }
        }
        return out;
    }

    /** The samples of a picture with every column filtered. */
    byte[] columns(Pixels source) {
        int stride = source.width() * source.bands();
        byte[] in = source.samples();
        byte[] out = new byte[length * stride];
        int[] sums = new int[stride];
        for (int y = 0; y < length; y++) {
            Arrays.fill(sums, HALF);
            for (int tap = 0; tap < count[y]; tap++) {
                int weight = weights[y * taps + tap];
                int row = (first[y] + tap) * stride;
                for (int i = 0; i < stride; i++) {
                    sums[i] += (in[row + i] & 0xff) * weight;
                }
            }
            for (int i = 0; i < stride; i++) {
                out[y * stride + i] = (byte) clip(sums[i]);
            }
        }
        return out;
    }

    private static int clip(int sum) {
        return Math.max(0, Math.min(255, sum >> PRECISION));
    }
}
