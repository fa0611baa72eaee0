// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import java.util.List;

/**
 * How much a view says of the question, in ten numbers. Each has mean 0 and deviation 1 over first pages of training documents:
 * as they are, the differences that tell a right page from a wrong one would be too small to learn from in time.
 *
 * @param values not to be changed
 */
record Summary(float[] values) {
    static final int LENGTH = 10;

    /** Of what lies farther out, no more is made. */
    private static final float FARTHEST = 4;

    private static final float[] MEANS = {0.46f, 0.68f, 0.69f, 0.19f, 0.82f, 0.62f, 0.41f, 0.42f, 0.67f, 0.38f};
    private static final float[] DEVIATIONS = {0.25f, 0.11f, 0.19f, 0.12f, 0.10f, 0.19f, 0.11f, 0.10f, 0.03f, 0.12f};

    static Summary of(Question question, List<Spot> spots, List<SpotBlock> blocks) {
        float[] values = raw(question, spots, blocks);
        for (int i = 0; i < LENGTH; i++) {
            float score = (values[i] - MEANS[i]) / DEVIATIONS[i];
            values[i] = Math.max(-FARTHEST, Math.min(FARTHEST, score));
        }
        return new Summary(values);
    }

    /**
     * Least and mean over the question's words of the best match; best match of its number; how well the best number is labelled
     * and dated, its confidence and its least; best row, best block; mean confidence; best title.
     */
    static float[] raw(Question question, List<Spot> spots, List<SpotBlock> blocks) {
        float[] values = new float[LENGTH];
        int words = question.content().size();
        float least = 1;
        for (int i = 0; i < words; i++) {
            float best = 0;
            for (Spot spot : spots) {
                best = Math.max(best, spot.content[i]);
            }
            least = Math.min(least, best);
            values[1] += best / words;
        }
        values[0] = words == 0 ? 0 : least;
        values[2] = Spot.number(spots);
        for (Spot spot : spots) {
            if (spot.labelled > values[3]) {
                values[3] = spot.labelled;
                values[4] = spot.confidence;
                values[5] = spot.leastConfidence;
            }
            values[8] += spot.confidence / spots.size();
        }
        for (SpotBlock block : blocks) {
            for (float rowContent : block.rowContents) {
                values[6] = Math.max(values[6], rowContent);
            }
            values[7] = Math.max(values[7], block.content);
            values[9] = Math.max(values[9], block.title);
        }
        return values;
    }
}
