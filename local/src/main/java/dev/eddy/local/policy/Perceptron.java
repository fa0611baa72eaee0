// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.Random;

/**
 * A perceptron with one hidden layer that scores rows of features: the same weights for every row, one number a row, so that it
 * can point at one of any number of candidates. Leaky rectifiers of slope 0.1. Its weights are a stretch of an array: for each
 * input a row of hidden units, the hidden biases, the output's weights, the output's bias. Immutable and thread-safe.
 *
 * @param inputs features of a row
 * @param hidden units
 */
public record Perceptron(int inputs, int hidden) {
    private static final float LEAK = 0.1f;
    private static final double OUTPUT_DEVIATION = 0.01;

    /** What the forward pass leaves for the backward pass: the hidden units of each row, and each row's score. */
    public record Scores(float[][] units, float[] logits) {}

    /** How many weights it has. */
    public int parameters() {
        return (inputs + 2) * hidden + 1;
    }

    /** He's initialisation (He et al., 2015) of the hidden layer, small outputs, no biases but the output's. */
    public void initialise(float[] weights, int at, float bias, Random random) {
        double deviation = Math.sqrt(2.0 / inputs);
        for (int i = 0; i < inputs * hidden; i++) {
            weights[at + i] = (float) (random.nextGaussian() * deviation);
        }
        int output = at + (inputs + 1) * hidden;
        for (int unit = 0; unit < hidden; unit++) {
            weights[output + unit] = (float) (random.nextGaussian() * OUTPUT_DEVIATION);
        }
        weights[output + hidden] = bias;
    }

    /** Scores rows with the weights that begin at {@code at}. */
    public Scores forward(float[] weights, int at, float[][] rows) {
        float[][] units = new float[rows.length][hidden];
        float[] logits = new float[rows.length];
        int biases = at + inputs * hidden;
        int output = biases + hidden;
        for (int row = 0; row < rows.length; row++) {
            float[] sums = units[row];
            System.arraycopy(weights, biases, sums, 0, hidden);
            for (int i = 0; i < inputs; i++) {
                float value = rows[row][i];
                if (value != 0) {
                    int from = at + i * hidden;
                    for (int unit = 0; unit < hidden; unit++) {
                        sums[unit] += value * weights[from + unit];
                    }
                }
            }
            float logit = weights[output + hidden];
            for (int unit = 0; unit < hidden; unit++) {
                sums[unit] = sums[unit] > 0 ? sums[unit] : LEAK * sums[unit];
                logit += sums[unit] * weights[output + unit];
            }
            logits[row] = logit;
        }
        return new Scores(units, logits);
    }

    /**
     * Adds the gradient of a loss by the weights, at the same place of {@code gradient}.
     *
     * @param slopes of the loss by each row's score
     */
    public void backward(float[] weights, int at, float[][] rows, Scores scores, float[] slopes, float[] gradient) {
        int biases = at + inputs * hidden;
        int output = biases + hidden;
        float[] behind = new float[hidden];
        for (int row = 0; row < rows.length; row++) {
            float slope = slopes[row];
            if (slope == 0) {
                continue;
            }
            float[] units = scores.units()[row];
            for (int unit = 0; unit < hidden; unit++) {
                gradient[output + unit] += slope * units[unit];
                behind[unit] = slope * weights[output + unit] * (units[unit] > 0 ? 1 : LEAK);
                gradient[biases + unit] += behind[unit];
            }
            gradient[output + hidden] += slope;
            for (int i = 0; i < inputs; i++) {
                float value = rows[row][i];
                if (value != 0) {
                    int from = at + i * hidden;
                    for (int unit = 0; unit < hidden; unit++) {
                        gradient[from + unit] += value * behind[unit];
                    }
                }
            }
        }
    }
}
