// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.Arrays;
import java.util.List;

/**
 * Answers from a context: a name weighs 1 plus the sum over its demonstrations of {@code exp(sharpness * z + trust)}, where z is
 * the demonstration's likeness to the question; its probability is its share of all names' weights. An empty context makes
 * all names equally likely.
 */
final class Answerer {
    static final int SHARPNESS = Network.PARAMETERS;
    static final int TRUST = SHARPNESS + 1;
    static final int PARAMETERS = 2;

    /** Names that an answer may have, without repeats. */
    final List<String> names;

    private final int[] nameOfShot;
    private final float[] likeness;
    private final double[] votes;
    private final double[] weights;
    private final double total;

    /**
     * @param nameOfShot which name each demonstration of the context speaks for; -1 for none of them
     * @param likeness of each demonstration to the question, as a z-score
     */
    Answerer(List<String> names, int[] nameOfShot, float[] likeness, float[] parameters) {
        this.names = names;
        this.nameOfShot = nameOfShot;
        this.likeness = likeness;
        this.votes = new double[likeness.length];
        this.weights = new double[names.size()];
        Arrays.fill(weights, 1);
        double sum = names.size();
        for (int i = 0; i < likeness.length; i++) {
            if (nameOfShot[i] >= 0) {
                votes[i] = Math.exp(parameters[SHARPNESS] * likeness[i] + parameters[TRUST]);
                weights[nameOfShot[i]] += votes[i];
                sum += votes[i];
            }
        }
        total = sum;
    }

    /** One a name. */
    float[] logProbs() {
        float[] logProbs = new float[weights.length];
        for (int name = 0; name < logProbs.length; name++) {
            logProbs[name] = (float) Math.log(weights[name] / total);
        }
        return logProbs;
    }

    /** Adds to {@code gradient} the slope of {@code factor} times the log-probability of a name. */
    void backward(int name, float factor, float[] gradient) {
        double bySharpness = 0;
        double byTrust = 0;
        for (int i = 0; i < votes.length; i++) {
            double share = (nameOfShot[i] == name ? votes[i] / weights[name] : 0) - votes[i] / total;
            bySharpness += likeness[i] * share;
            byTrust += share;
        }
        gradient[SHARPNESS] += (float) (factor * bySharpness);
        gradient[TRUST] += (float) (factor * byTrust);
    }
}
