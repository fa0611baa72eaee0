// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import java.util.Arrays;

/**
 * Answers from a context: a name weighs 1 plus the sum over its demonstrations of {@code exp(sharpness * z + trust)}, where z is
 * the demonstration's likeness to the question; its probability is its share of all names' weights. An empty context makes
 * all names equally likely.
 */
final class Answerer {
    static final int SHARPNESS = Network.PARAMETERS;
    static final int TRUST = SHARPNESS + 1;
    static final int PARAMETERS = 2;

    private final AnswerPrompt prompt;
    private final float[] scores;
    private final double[] votes;
    private final double[] weights;
    private final double total;

    Answerer(AnswerPrompt prompt, Weights held) {
        this.prompt = prompt;
        this.scores = new float[prompt.likeness().length];
        this.votes = new double[scores.length];
        this.weights = new double[prompt.names().size()];
        float[] parameters = held.parameters();
        double largest = 0;
        for (int i = 0; i < scores.length; i++) {
            scores[i] = held.scale().score(prompt.likeness()[i]);
            votes[i] = parameters[SHARPNESS] * scores[i] + parameters[TRUST];
            largest = Math.max(largest, votes[i]);
        }
        double one = Math.exp(-largest); // all in units of the largest vote, so that none overflows
        Arrays.fill(weights, one);
        double sum = one * weights.length;
        for (int i = 0; i < scores.length; i++) {
            int name = prompt.nameOfShot()[i];
            votes[i] = name < 0 ? 0 : Math.exp(votes[i] - largest);
            if (name >= 0) {
                weights[name] += votes[i];
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
            double share = (prompt.nameOfShot()[i] == name ? votes[i] / weights[name] : 0) - votes[i] / total;
            bySharpness += scores[i] * share;
            byTrust += share;
        }
        gradient[SHARPNESS] += (float) (factor * bySharpness);
        gradient[TRUST] += (float) (factor * byTrust);
    }
}
