// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.WeightsForm;
import dev.eddy.local.policy.WeightsForm.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The scorer of actions: a perceptron with two hidden layers of leaky rectifiers and one output an action. The first layer
 * sees what all actions share and what is an action's own; the shared part is multiplied once. No bias on the output, which
 * a softmax would not see. The same arrays hold weights or their gradient.
 *
 * <p>A row of weights belongs to one input, so that the innermost loops run over neighbouring outputs and become vector
 * instructions.
 */
final class Network {
    static final int HIDDEN = 32;
    static final int PARAMETERS =
            (Features.SHARED + Features.OWN) * HIDDEN + HIDDEN + HIDDEN * HIDDEN + HIDDEN + HIDDEN;

    /** What the head's layers are called in a file. */
    static final List<Shape> SHAPES = List.of(
            new Shape(Policy.ACT + ".0.weight", Features.SHARED + Features.OWN, HIDDEN),
            new Shape(Policy.ACT + ".0.bias", HIDDEN),
            new Shape(Policy.ACT + ".1.weight", HIDDEN, HIDDEN),
            new Shape(Policy.ACT + ".1.bias", HIDDEN),
            new Shape(Policy.ACT + ".2.weight", HIDDEN, 1));

    /** Slope of a leaky rectifier for values above and below 0. */
    private static final float[] RECTIFIER = {1, WeightsForm.LEAK};

    private static final double OUTPUT_DEVIATION = 0.01;

    private final float[][] shared = new float[Features.SHARED][HIDDEN];
    private final float[][] own = new float[Features.OWN][HIDDEN];
    private final float[] bias1 = new float[HIDDEN];
    private final float[][] second = new float[HIDDEN][HIDDEN];
    private final float[] bias2 = new float[HIDDEN];
    private final float[] output = new float[HIDDEN];
    /** The second layer's weights with a row an output. */
    private final float[][] turned = new float[HIDDEN][HIDDEN];

    /** One that is 0 everywhere. */
    Network() {}

    /** The one in the first {@link #PARAMETERS} of an array. */
    static Network of(float[] parameters) {
        Network network = new Network();
        int at = 0;
        for (float[] row : network.rows()) {
            System.arraycopy(parameters, at, row, 0, HIDDEN);
            at += HIDDEN;
        }
        for (int i = 0; i < HIDDEN; i++) {
            for (int o = 0; o < HIDDEN; o++) {
                network.turned[o][i] = network.second[i][o];
            }
        }
        return network;
    }

    /** Writes it where {@link #of} reads it. */
    void write(float[] parameters) {
        int at = 0;
        for (float[] row : rows()) {
            System.arraycopy(row, 0, parameters, at, HIDDEN);
            at += HIDDEN;
        }
    }

    private float[][] rows() {
        float[][] rows = new float[PARAMETERS / HIDDEN][];
        int at = 0;
        for (float[][] layer : new float[][][] {shared, own, {bias1}, second, {bias2}, {output}}) {
            System.arraycopy(layer, 0, rows, at, layer.length);
            at += layer.length;
        }
        return rows;
    }

    /** He's initialisation (He et al., 2015) of the hidden layers, small outputs, no biases. */
    static Network initial(Random random) {
        Network network = new Network();
        double deviation1 = Math.sqrt(2.0 / (Features.SHARED + Features.OWN));
        fill(network.shared, random, deviation1);
        fill(network.own, random, deviation1);
        fill(network.second, random, Math.sqrt(2.0 / HIDDEN));
        fill(new float[][] {network.output}, random, OUTPUT_DEVIATION);
        return network;
    }

    private static void fill(float[][] rows, Random random, double deviation) {
        for (float[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = (float) (random.nextGaussian() * deviation);
            }
        }
    }

    /**
     * What the forward pass leaves for the backward pass, each with an entry an action.
     *
     * @param first values of the first hidden layer
     * @param second values of the second hidden layer
     * @param logits the output, in an array of its own
     */
    record Activations(float[][] first, float[][] second, float[][] logits) {}

    Activations forward(Rows rows) {
        int actions = rows.own().length;
        Activations out = new Activations(new float[actions][], new float[actions][], new float[actions][]);
        float[] base = bias1.clone();
        addProduct(rows.shared(), shared, base);
        for (int action = 0; action < actions; action++) {
            float[] values1 = base.clone();
            addProduct(rows.own()[action], own, values1);
            rectify(values1, values1);
            float[] values2 = bias2.clone();
            addProduct(values1, second, values2);
            rectify(values2, values2);
            out.first[action] = values1;
            out.second[action] = values2;
            out.logits[action] = new float[] {dot(values2, output)};
        }
        return out;
    }

    /**
     * Adds the gradient of a loss by the weights.
     *
     * @param slopes of the loss by each logit
     */
    void backward(Rows rows, Activations activations, float[] slopes, Network gradient) {
        int actions = slopes.length;
        float[][] slopes2 = new float[actions][HIDDEN];
        float[][] slopes1 = new float[actions][HIDDEN];
        for (int action = 0; action < actions; action++) {
            for (int i = 0; i < HIDDEN; i++) {
                slopes2[action][i] = slopes[action] * output[i];
            }
            rectify(activations.second[action], slopes2[action]);
            addProduct(slopes2[action], turned, slopes1[action]);
            rectify(activations.first[action], slopes1[action]);
        }
        float[] ones = new float[actions];
        Arrays.fill(ones, 1);
        addProduct(slopes, activations.second, gradient.output);
        addProduct(ones, slopes2, gradient.bias2);
        addOuterProducts(activations.first, slopes2, gradient.second);
        addOuterProducts(rows.own(), slopes1, gradient.own);
        float[] base = new float[HIDDEN];
        addProduct(ones, slopes1, base);
        addOuterProducts(new float[][] {rows.shared()}, new float[][] {base}, gradient.shared);
        addProduct(new float[] {1}, new float[][] {base}, gradient.bias1);
    }

    /** Adds for each input the sum over actions of its value times the slopes behind it. */
    private static void addOuterProducts(float[][] inputs, float[][] slopes, float[][] gradient) {
        float[] values = new float[inputs.length];
        for (int i = 0; i < gradient.length; i++) {
            for (int action = 0; action < values.length; action++) {
                values[action] = inputs[action][i];
            }
            addProduct(values, slopes, gradient[i]);
        }
    }

    /** Adds to {@code sum} the rows times their factors, four rows at a time; rows with factor 0 cost nothing. */
    private static void addProduct(float[] factors, float[][] rows, float[] sum) {
        float f0 = 0;
        float f1 = 0;
        float f2 = 0;
        float f3 = 0;
        float[] r0 = rows[0];
        float[] r1 = r0;
        float[] r2 = r0;
        float[] r3 = r0;
        int gathered = 0;
        for (int i = 0; i < factors.length; i++) {
            if (factors[i] == 0) {
                continue;
            }
            f3 = f2;
            r3 = r2;
            f2 = f1;
            r2 = r1;
            f1 = f0;
            r1 = r0;
            f0 = factors[i];
            r0 = rows[i];
            if (++gathered == 4) {
                add(f0, r0, f1, r1, f2, r2, f3, r3, sum);
                f0 = 0;
                f1 = 0;
                f2 = 0;
                gathered = 0;
            }
        }
        if (gathered > 0) {
            add(f0, r0, f1, r1, f2, r2, 0, r3, sum);
        }
    }

    private static void add(
            float f0, float[] r0, float f1, float[] r1, float f2, float[] r2, float f3, float[] r3, float[] sum) {
        for (int o = 0; o < HIDDEN; o++) {
            sum[o] += f0 * r0[o] + f1 * r1[o] + f2 * r2[o] + f3 * r3[o];
        }
    }

    private static float dot(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < HIDDEN; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Scales by the rectifier's slope at {@code values}; without a branch, which half of the time would be mispredicted. */
    private static void rectify(float[] values, float[] scaled) {
        for (int i = 0; i < HIDDEN; i++) {
            scaled[i] *= RECTIFIER[Float.floatToRawIntBits(values[i]) >>> 31];
        }
    }
}
