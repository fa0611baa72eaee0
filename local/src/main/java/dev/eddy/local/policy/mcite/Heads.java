// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.Perceptron;
import dev.eddy.local.policy.WeightsForm.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The networks of each choice, whose weights stand one after the other in the policy's parameters: what to do, what to search for,
 * where to look, what to answer, what to cite. All are perceptrons but that of the query, a sum of weighted inputs.
 */
enum Heads {
    KIND(Situation.STATE, Turn.Kind.values().length),
    QUERY(Heads.SEARCHES * Heads.QUERIES, 0),
    CROP(Feature.COUNT, 1),
    ANSWER(Feature.COUNT, 1),
    CITE(Feature.COUNT, 1);

    private static final int HIDDEN = 32;

    /** Searches before this one that are told apart. */
    static final int SEARCHES = 3;

    /** Things that can be searched for. */
    static final int QUERIES = 3;

    /** Weights in all. */
    static final int PARAMETERS;

    static {
        int at = 0;
        for (Heads head : values()) {
            head.offset = at;
            if (head.outputs > 0) {
                head.perceptron = new Perceptron(head.inputs, HIDDEN, head.outputs, false, at);
            }
            at = head.end();
        }
        PARAMETERS = at;
    }

    private final int inputs;
    private final int outputs;
    private int offset;
    /** Null for the sum. */
    private Perceptron perceptron;

    /** @param outputs of a perceptron; 0 for a sum of weighted inputs */
    Heads(int inputs, int outputs) {
        this.inputs = inputs;
        this.outputs = outputs;
    }

    static Heads named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Where its weights end. */
    int end() {
        return perceptron == null ? offset + inputs : perceptron.end();
    }

    /** What it is called in the weights' file. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<Shape> shapes() {
        return Arrays.stream(values())
                .flatMap(head -> head.ownShapes().stream())
                .toList();
    }

    private List<Shape> ownShapes() {
        return perceptron == null ? List.of(new Shape(label() + ".0.weight", inputs, 1)) : perceptron.shapes(label());
    }

    /** Fresh weights, equal for equal seeds. */
    static float[] initial(long seed) {
        float[] parameters = new float[PARAMETERS];
        Random random = new Random(seed);
        for (Heads head : values()) {
            if (head.perceptron != null) {
                head.perceptron.initialise(parameters, random);
            }
        }
        return parameters;
    }

    float[][] forward(float[] parameters, float[][] rows) {
        if (perceptron != null) {
            return perceptron.forward(parameters, rows).logits();
        }
        float[][] sums = new float[rows.length][1];
        for (int row = 0; row < rows.length; row++) {
            for (int input = 0; input < inputs; input++) {
                sums[row][0] += rows[row][input] * parameters[offset + input];
            }
        }
        return sums;
    }

    /** A choice that can be learnt from. */
    Choice choose(float[] parameters, Asked asked) {
        float[][] rows = asked.rows();
        if (perceptron == null) {
            return asked.choice(forward(parameters, rows), (slopes, gradient) -> addProducts(rows, slopes, gradient));
        }
        Perceptron.Activations activations = perceptron.forward(parameters, rows);
        return asked.choice(
                activations.logits(),
                (slopes, gradient) ->
                        perceptron.backward(parameters, rows, activations, asked.byRow(slopes), gradient));
    }

    private void addProducts(float[][] rows, float[] slopes, float[] gradient) {
        for (int row = 0; row < slopes.length; row++) {
            for (int input = 0; input < inputs; input++) {
                gradient[offset + input] += slopes[row] * rows[row][input];
            }
        }
    }
}
