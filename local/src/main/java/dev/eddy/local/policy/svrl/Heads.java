// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.Perceptron;
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
        int sum = 0;
        for (Heads head : values()) {
            head.at = sum;
            sum += head.perceptron.parameters();
        }
        PARAMETERS = sum;
    }

    final Perceptron perceptron;
    private final float bias;
    private int at;

    Heads(int features, float bias) {
        this.perceptron = new Perceptron(features, HIDDEN);
        this.bias = bias;
    }

    /** Where its weights begin. */
    int at() {
        return at;
    }

    /** Fresh weights of all heads: equal for equal seeds. */
    static float[] initial(long seed) {
        Random random = new Random(seed);
        float[] weights = new float[PARAMETERS];
        for (Heads head : values()) {
            head.perceptron.initialise(weights, head.at, head.bias, random);
        }
        return weights;
    }
}
