// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.Perceptron;
import java.util.Random;

/**
 * Where the weights of each choice stand in the policy's: what to do, what to search for, where to look, what to answer, what
 * to cite.
 */
final class Heads {
    static final int HIDDEN = 32;

    /** Searches before this one that are told apart. */
    static final int SEARCHES = 3;

    /** Things that can be searched for. */
    static final int QUERIES = 3;

    static final Perceptron KIND = new Perceptron(Situation.STATE, HIDDEN, Turn.Kind.values().length, false, 0);
    static final int QUERY = KIND.end();
    static final Perceptron CROP = pointer(QUERY + SEARCHES * QUERIES);
    static final Perceptron ANSWER = pointer(CROP.end());
    static final Perceptron CITE = pointer(ANSWER.end());

    /** Weights in all. */
    static final int PARAMETERS = CITE.end();

    private Heads() {}

    private static Perceptron pointer(int offset) {
        return new Perceptron(Feature.COUNT, HIDDEN, 1, false, offset);
    }

    /** Fresh weights, equal for equal seeds. */
    static float[] initial(long seed) {
        float[] parameters = new float[PARAMETERS];
        Random random = new Random(seed);
        KIND.initialise(parameters, random);
        CROP.initialise(parameters, random);
        ANSWER.initialise(parameters, random);
        CITE.initialise(parameters, random);
        return parameters;
    }
}
