// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.WeightsForm.Shape;
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

    /** The parameters as a network of one layer, which makes a vote of a z-score. */
    static final List<Shape> SHAPES =
            List.of(new Shape(Policy.ANSWER + ".0.weight", 1, 1), new Shape(Policy.ANSWER + ".0.bias", 1));

    private final AnswerPrompt prompt;
    private final Rows scores;
    private final double[] votes;
    private final double[] weights;
    private final double total;

    /**
     * @param scores as {@link #scores} gives them
     * @param logits the network's answer to them
     */
    Answerer(AnswerPrompt prompt, Rows scores, float[][] logits) {
        this.prompt = prompt;
        this.scores = scores;
        this.votes = new double[logits.length];
        this.weights = new double[prompt.names().size()];
        double largest = 0;
        for (int i = 0; i < votes.length; i++) {
            votes[i] = logits[i][0];
            largest = Math.max(largest, votes[i]);
        }
        double one = Math.exp(-largest); // all in units of the largest vote, so that none overflows
        Arrays.fill(weights, one);
        double sum = one * weights.length;
        for (int i = 0; i < votes.length; i++) {
            int name = prompt.nameOfShot()[i];
            votes[i] = name < 0 ? 0 : Math.exp(votes[i] - largest);
            if (name >= 0) {
                weights[name] += votes[i];
                sum += votes[i];
            }
        }
        total = sum;
    }

    /** A row a demonstration: its z-score. */
    static Rows scores(AnswerPrompt prompt, Weights.Scale scale) {
        float[][] scores = new float[prompt.likeness().length][];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = new float[] {scale.score(prompt.likeness()[i])};
        }
        return Rows.of(scores);
    }

    /** What the network makes of z-scores. */
    static float[][] forward(float[] parameters, Rows scores) {
        float[][] logits = new float[scores.own().length][];
        for (int i = 0; i < logits.length; i++) {
            logits[i] = new float[] {parameters[SHARPNESS] * scores.own()[i][0] + parameters[TRUST]};
        }
        return logits;
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
            bySharpness += scores.own()[i][0] * share;
            byTrust += share;
        }
        gradient[SHARPNESS] += (float) (factor * bySharpness);
        gradient[TRUST] += (float) (factor * byTrust);
    }
}
