// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.Random;

/**
 * The scorer of actions: a perceptron with two hidden layers of leaky rectifiers and one output an action. The first layer
 * sees what all actions share and what is an action's own; the shared part is multiplied once. No bias on the output, which
 * a softmax would not see. Static functions on flat arrays; weights lie input by input, so that the inner loops run over
 * neighbouring outputs.
 */
final class Network {
    static final int HIDDEN = 32;

    private static final int SHARED_1 = 0;
    private static final int OWN_1 = SHARED_1 + Features.SHARED * HIDDEN;
    private static final int BIAS_1 = OWN_1 + Features.OWN * HIDDEN;
    private static final int WEIGHT_2 = BIAS_1 + HIDDEN;
    private static final int BIAS_2 = WEIGHT_2 + HIDDEN * HIDDEN;
    private static final int OUTPUT = BIAS_2 + HIDDEN;
    static final int PARAMETERS = OUTPUT + HIDDEN;

    private static final float LEAK = 0.1f;
    private static final double OUTPUT_DEVIATION = 0.01;

    private Network() {}

    /** He's initialisation (He et al., 2015) of the hidden layers, small outputs, no biases. */
    static void initialise(float[] parameters, Random random) {
        double first = Math.sqrt(2.0 / (Features.SHARED + Features.OWN));
        double second = Math.sqrt(2.0 / HIDDEN);
        for (int i = SHARED_1; i < BIAS_1; i++) {
            parameters[i] = (float) (random.nextGaussian() * first);
        }
        for (int i = WEIGHT_2; i < BIAS_2; i++) {
            parameters[i] = (float) (random.nextGaussian() * second);
        }
        for (int i = OUTPUT; i < PARAMETERS; i++) {
            parameters[i] = (float) (random.nextGaussian() * OUTPUT_DEVIATION);
        }
    }

    /** What the forward pass leaves for the backward pass. */
    static final class Activations {
        final int actions;
        /** A row of {@link #HIDDEN} an action. */
        final float[] first;

        final float[] second;
        /** One an action. */
        final float[] logits;

        private Activations(int actions) {
            this.actions = actions;
            this.first = new float[actions * HIDDEN];
            this.second = new float[actions * HIDDEN];
            this.logits = new float[actions];
        }
    }

    static Activations forward(float[] parameters, Features features) {
        int actions = features.own.length / Features.OWN;
        Activations out = new Activations(actions);
        float[] base = new float[HIDDEN];
        System.arraycopy(parameters, BIAS_1, base, 0, HIDDEN);
        addProducts(features.shared, 0, Features.SHARED, parameters, SHARED_1, base, 0);
        for (int action = 0; action < actions; action++) {
            int row = action * HIDDEN;
            System.arraycopy(base, 0, out.first, row, HIDDEN);
            addProducts(features.own, action * Features.OWN, Features.OWN, parameters, OWN_1, out.first, row);
            rectify(out.first, row);
            System.arraycopy(parameters, BIAS_2, out.second, row, HIDDEN);
            addProducts(out.first, row, HIDDEN, parameters, WEIGHT_2, out.second, row);
            rectify(out.second, row);
            float logit = 0;
            for (int i = 0; i < HIDDEN; i++) {
                logit += out.second[row + i] * parameters[OUTPUT + i];
            }
            out.logits[action] = logit;
        }
        return out;
    }

    /**
     * Adds the gradient of a loss to {@code gradient}.
     *
     * @param transposed of {@link #transposed}
     * @param slopes of the loss by each logit
     */
    static void backward(
            float[] parameters,
            float[] transposed,
            Features features,
            Activations activations,
            float[] slopes,
            float[] gradient) {
        float[] second = new float[HIDDEN];
        float[] first = new float[HIDDEN];
        float[] base = new float[HIDDEN];
        for (int action = 0; action < activations.actions; action++) {
            float slope = slopes[action];
            if (slope == 0) {
                continue;
            }
            int row = action * HIDDEN;
            for (int i = 0; i < HIDDEN; i++) {
                float value = activations.second[row + i];
                gradient[OUTPUT + i] += slope * value;
                second[i] = slope * parameters[OUTPUT + i] * (value < 0 ? LEAK : 1);
                gradient[BIAS_2 + i] += second[i];
                first[i] = 0;
            }
            addOuter(activations.first, row, HIDDEN, second, gradient, WEIGHT_2);
            addProducts(second, 0, HIDDEN, transposed, 0, first, 0);
            for (int i = 0; i < HIDDEN; i++) {
                first[i] *= activations.first[row + i] < 0 ? LEAK : 1;
                base[i] += first[i];
            }
            addOuter(features.own, action * Features.OWN, Features.OWN, first, gradient, OWN_1);
        }
        addOuter(features.shared, 0, Features.SHARED, base, gradient, SHARED_1);
        for (int i = 0; i < HIDDEN; i++) {
            gradient[BIAS_1 + i] += base[i];
        }
    }

    /** The second layer's weights output by output, for {@link #backward}. */
    static float[] transposed(float[] parameters) {
        float[] transposed = new float[HIDDEN * HIDDEN];
        for (int i = 0; i < HIDDEN; i++) {
            for (int o = 0; o < HIDDEN; o++) {
                transposed[o * HIDDEN + i] = parameters[WEIGHT_2 + i * HIDDEN + o];
            }
        }
        return transposed;
    }

    private static void addProducts(
            float[] inputs, int from, int count, float[] weights, int at, float[] outputs, int row) {
        for (int i = 0; i < count; i++) {
            float input = inputs[from + i];
            if (input != 0) { // most features are
                int weight = at + i * HIDDEN;
                for (int o = 0; o < HIDDEN; o++) {
                    outputs[row + o] += input * weights[weight + o];
                }
            }
        }
    }

    private static void addOuter(float[] inputs, int from, int count, float[] slopes, float[] gradient, int at) {
        for (int i = 0; i < count; i++) {
            float input = inputs[from + i];
            if (input != 0) {
                int weight = at + i * HIDDEN;
                for (int o = 0; o < HIDDEN; o++) {
                    gradient[weight + o] += input * slopes[o];
                }
            }
        }
    }

    private static void rectify(float[] values, int row) {
        for (int i = row; i < row + HIDDEN; i++) {
            values[i] = Math.max(values[i], LEAK * values[i]);
        }
    }
}
