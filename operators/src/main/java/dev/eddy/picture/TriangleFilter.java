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
        int height = source.height();
        byte[] out = new byte[length * height * bands];
        for (int y = 0; y < height; y += 4) {
            int[] four = {y, Math.min(y + 1, height - 1), Math.min(y + 2, height - 1), Math.min(y + 3, height - 1)};
            for (int band = 0; band < bands; band++) {
                rows(source, band, four, out);
            }
        }
        return out;
    }

    /** Four at once: the loop over a few weights costs more than what is done in it. The last row may be there several times. */
    private void rows(Pixels source, int band, int[] four, byte[] out) {
        int bands = source.bands();
        byte[] in = source.samples();
        int stride = source.width() * bands;
        int in0 = four[0] * stride + band;
        int in1 = four[1] * stride + band;
        int in2 = four[2] * stride + band;
        int in3 = four[3] * stride + band;
        for (int x = 0; x < length; x++) {
            int sum0 = HALF;
            int sum1 = HALF;
            int sum2 = HALF;
            int sum3 = HALF;
            int at = first[x] * bands;
            int end = x * taps + count[x];
            for (int tap = x * taps; tap < end; tap++) {
                int weight = weights[tap];
                sum0 += (in[in0 + at] & 0xff) * weight;
                sum1 += (in[in1 + at] & 0xff) * weight;
                sum2 += (in[in2 + at] & 0xff) * weight;
                sum3 += (in[in3 + at] & 0xff) * weight;
                at += bands;
            }
            int to = x * bands + band;
            out[four[0] * length * bands + to] = (byte) clip(sum0);
            out[four[1] * length * bands + to] = (byte) clip(sum1);
            out[four[2] * length * bands + to] = (byte) clip(sum2);
            out[four[3] * length * bands + to] = (byte) clip(sum3);
        }
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
