// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.local.policy.WeightsForm.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A perceptron with one hidden layer of leaky rectifiers of slope 0.1, applied to each row of inputs by itself: the same weights
 * for every row, so that it can point at one of any number of candidates. Its weights are a stretch of a larger array: for each
 * input a row of hidden units, the hidden biases, for each hidden unit a row of outputs, the outputs' biases if it has any.
 * Immutable and thread-safe.
 *
 * @param inputs features of a row
 * @param hidden units
 * @param outputs numbers a row
 * @param biased whether outputs have biases; of no use where a softmax over the outputs of all rows follows
 * @param offset where its weights begin
 */
public record Perceptron(int inputs, int hidden, int outputs, boolean biased, int offset) {
    private static final float LEAK = WeightsForm.LEAK;
    private static final double OUTPUT_DEVIATION = 0.01;

    /**
     * What the forward pass leaves for the backward pass, a row of each for a row of inputs.
     *
     * @param units the hidden ones
     * @param logits the outputs
     */
    public record Activations(float[][] units, float[][] logits) {
        /** One number a row: the output of a perceptron that has one. */
        public float[] scores() {
            return column(logits);
        }
    }

    /** The first number of each row. */
    public static float[] column(float[][] logits) {
        float[] column = new float[logits.length];
        for (int row = 0; row < column.length; row++) {
            column[row] = logits[row][0];
        }
        return column;
    }

    /** How many weights it has. */
    public int parameters() {
        return outputBiases() + (biased ? outputs : 0) - offset;
    }

    /** Where its weights end. */
    public int end() {
        return offset + parameters();
    }

    /** What its weights are called in a file, in their order. */
    public List<Shape> shapes(String head) {
        List<Shape> shapes = new ArrayList<>(List.of(
                new Shape(head + ".0.weight", inputs, hidden),
                new Shape(head + ".0.bias", hidden),
                new Shape(head + ".1.weight", hidden, outputs)));
        if (biased) {
            shapes.add(new Shape(head + ".1.bias", outputs));
        }
        return shapes;
    }

    private int biases() {
        return offset + inputs * hidden;
    }

    private int second() {
        return biases() + hidden;
    }

    private int outputBiases() {
        return second() + hidden * outputs;
    }

    /** He's initialisation (He et al., 2015) of the hidden layer, small outputs, no biases. */
    public void initialise(float[] weights, Random random) {
        double deviation = Math.sqrt(2.0 / inputs);
        for (int i = offset; i < biases(); i++) {
            weights[i] = (float) (random.nextGaussian() * deviation);
        }
        for (int i = second(); i < outputBiases(); i++) {
            weights[i] = (float) (random.nextGaussian() * OUTPUT_DEVIATION);
        }
    }

    /** Sets the biases of its outputs. */
    public void bias(float[] weights, float bias) {
        Arrays.fill(weights, outputBiases(), end(), bias);
    }

    public Activations forward(float[] weights, float[][] rows) {
        float[][] units = new float[rows.length][hidden];
        float[][] logits = new float[rows.length][outputs];
        for (int row = 0; row < rows.length; row++) {
            float[] sums = units[row];
            System.arraycopy(weights, biases(), sums, 0, hidden);
            for (int input = 0; input < inputs; input++) {
                float value = rows[row][input];
                if (value != 0) { // half of the features are
                    int from = offset + input * hidden;
                    for (int unit = 0; unit < hidden; unit++) {
                        sums[unit] += value * weights[from + unit];
                    }
                }
            }
            if (biased) {
                System.arraycopy(weights, outputBiases(), logits[row], 0, outputs);
            }
            for (int unit = 0; unit < hidden; unit++) {
                sums[unit] = sums[unit] > 0 ? sums[unit] : LEAK * sums[unit];
                for (int output = 0; output < outputs; output++) {
                    logits[row][output] += sums[unit] * weights[second() + unit * outputs + output];
                }
            }
        }
        return new Activations(units, logits);
    }

    /**
     * Adds the gradient of a loss by the weights, at the same place of {@code gradient}.
     *
     * @param slopes of the loss by each logit
     */
    public void backward(float[] weights, float[][] rows, Activations activations, float[][] slopes, float[] gradient) {
        float[] behind = new float[hidden];
        for (int row = 0; row < rows.length; row++) {
            float[] units = activations.units[row];
            for (int unit = 0; unit < hidden; unit++) {
                float sum = 0;
                for (int output = 0; output < outputs; output++) {
                    int at = second() + unit * outputs + output;
                    sum += slopes[row][output] * weights[at];
                    gradient[at] += slopes[row][output] * units[unit];
                }
                behind[unit] = units[unit] > 0 ? sum : LEAK * sum;
                gradient[biases() + unit] += behind[unit];
            }
            for (int output = 0; biased && output < outputs; output++) {
                gradient[outputBiases() + output] += slopes[row][output];
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

    /**
     * The same for a perceptron of one output.
     *
     * @param slopes of the loss by each row's score
     */
    public void backward(float[] weights, float[][] rows, Activations activations, float[] slopes, float[] gradient) {
        float[][] each = new float[slopes.length][];
        for (int row = 0; row < each.length; row++) {
            each[row] = new float[] {slopes[row]};
        }
        backward(weights, rows, activations, each, gradient);
    }
}
