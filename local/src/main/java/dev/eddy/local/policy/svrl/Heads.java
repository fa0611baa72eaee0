// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.Perceptron;
import dev.eddy.local.policy.WeightsForm.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The four perceptrons, whose weights stand one after the other in the policy's parameters. */
enum Heads {
    DEED(DeedRows.FEATURES, 0),
    QUERY(QueryRows.FEATURES, 0),
    /** Before training three of four results are kept: a policy that keeps little finds out nothing. */
    VERDICT(VerdictRows.FEATURES, 1),
    ANSWER(AnswerRows.FEATURES, 0);

    static final int HIDDEN = 24;
    static final int PARAMETERS;

    static {
        int at = 0;
        for (Heads head : values()) {
            head.perceptron = new Perceptron(head.features, HIDDEN, 1, true, at);
            at = head.perceptron.end();
        }
        PARAMETERS = at;
    }

    private final int features;
    private final float bias;
    private Perceptron perceptron;

    Heads(int features, float bias) {
        this.features = features;
        this.bias = bias;
    }

    /** What it is called in the weights' file. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Heads named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    static List<Shape> shapes() {
        return Arrays.stream(values())
                .flatMap(head -> head.perceptron.shapes(head.label()).stream())
                .toList();
    }

    Perceptron perceptron() {
        return perceptron;
    }

    /** Fresh weights of all heads: equal for equal seeds. */
    static float[] initial(long seed) {
        Random random = new Random(seed);
        float[] weights = new float[PARAMETERS];
        for (Heads head : values()) {
            head.perceptron.initialise(weights, random);
            head.perceptron.bias(weights, head.bias);
        }
        return weights;
    }
}
