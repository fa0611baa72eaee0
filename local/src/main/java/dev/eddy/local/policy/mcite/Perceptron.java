// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import java.util.Random;

/**
 * A perceptron with one hidden layer of leaky rectifiers, applied to each row of inputs. Its weights are a stretch of a larger
 * array: the first layer with a row an input, its biases, the second layer with a row a hidden unit. No biases at the outputs,
 * which go into a softmax. Immutable and thread-safe.
 *
 * @param offset where its weights begin
 */
record Perceptron(int inputs, int hidden, int outputs, int offset) {
    private static final float LEAK = 0.1f;
    private static final double OUTPUT_DEVIATION = 0.01;

    int parameters() {
        return inputs * hidden + hidden + hidden * outputs;
    }

    private int biases() {
        return offset + inputs * hidden;
    }

    private int second() {
        return biases() + hidden;
    }

    /** He's initialisation (He et al., 2015) of the hidden layer, small outputs, no biases. */
    void initialise(float[] parameters, Random random) {
        double deviation = Math.sqrt(2.0 / inputs);
        for (int i = offset; i < biases(); i++) {
            parameters[i] = (float) (random.nextGaussian() * deviation);
        }
        for (int i = second(); i < offset + parameters(); i++) {
            parameters[i] = (float) (random.nextGaussian() * OUTPUT_DEVIATION);
        }
    }

    /**
     * What the forward pass leaves for the backward pass, a row of each for a row of inputs.
     *
     * @param values of the hidden units
     * @param logits the outputs
     */
    record Activations(float[][] values, float[][] logits) {}

    Activations forward(float[] parameters, float[][] rows) {
        float[][] values = new float[rows.length][hidden];
        float[][] logits = new float[rows.length][outputs];
        for (int row = 0; row < rows.length; row++) {
            float[] sums = values[row];
            System.arraycopy(parameters, biases(), sums, 0, hidden);
            for (int input = 0; input < inputs; input++) {
                float value = rows[row][input];
                if (value != 0) { // half of the features are
                    int from = offset + input * hidden;
                    for (int unit = 0; unit < hidden; unit++) {
                        sums[unit] += value * parameters[from + unit];
                    }
                }
            }
            for (int unit = 0; unit < hidden; unit++) {
                sums[unit] = sums[unit] > 0 ? sums[unit] : LEAK * sums[unit];
                for (int output = 0; output < outputs; output++) {
                    logits[row][output] += sums[unit] * parameters[second() + unit * outputs + output];
                }
            }
        }
        return new Activations(values, logits);
    }

    /**
     * Adds the gradient of a loss by the weights.
     *
     * @param slopes of the loss by each logit
     * @param gradient as long as the parameters
     */
    void backward(float[] parameters, float[][] rows, Activations activations, float[][] slopes, float[] gradient) {
        float[] behind = new float[hidden];
        for (int row = 0; row < rows.length; row++) {
            float[] values = activations.values[row];
            for (int unit = 0; unit < hidden; unit++) {
                float sum = 0;
                for (int output = 0; output < outputs; output++) {
                    int at = second() + unit * outputs + output;
                    sum += slopes[row][output] * parameters[at];
                    gradient[at] += slopes[row][output] * values[unit];
                }
                behind[unit] = values[unit] > 0 ? sum : LEAK * sum;
                gradient[biases() + unit] += behind[unit];
            }
            for (int input = 0; input < inputs; input++) {
                float value = rows[row][input];
                if (value != 0) {
                    int from = offset + input * hidden;
                    for (int unit = 0; unit < hidden; unit++) {
                        gradient[from + unit] += value * behind[unit];
                    }
                }
            }
        }
    }
}
