// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.Perceptron;

/** A head's distribution over the options of one choice. Serving and training both compute it here. */
final class Choice {
    /** Options of a verdict. */
    static final int DROP = 0;

    static final int KEEP = 1;

    /** One an option. */
    final float[] logProbs;

    private final Heads head;
    private final float[] weights;
    private final float[][] rows;
    private final Perceptron.Scores scores;

    private Choice(Heads head, float[] weights, float[][] rows, Perceptron.Scores scores, float[] logProbs) {
        this.head = head;
        this.weights = weights;
        this.rows = rows;
        this.scores = scores;
        this.logProbs = logProbs;
    }

    /** One of the rows, by a softmax over their scores. */
    static Choice among(Heads head, float[] weights, float[][] rows) {
        Perceptron.Scores scores = head.perceptron.forward(weights, head.at(), rows);
        return new Choice(head, weights, rows, scores, logSoftmax(scores.logits()));
    }

    /** Whether to keep what a row describes, by the logistic function of its score. */
    static Choice verdict(float[] weights, float[] row) {
        float[][] rows = {row};
        Perceptron.Scores scores = Heads.VERDICT.perceptron.forward(weights, Heads.VERDICT.at(), rows);
        return new Choice(Heads.VERDICT, weights, rows, scores, logSoftmax(new float[] {0, scores.logits()[0]}));
    }

    private static float[] logSoftmax(float[] logits) {
        float highest = Float.NEGATIVE_INFINITY;
        for (float logit : logits) {
            highest = Math.max(highest, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - highest);
        }
        float normaliser = highest + (float) Math.log(sum);
        float[] logProbs = new float[logits.length];
        for (int i = 0; i < logits.length; i++) {
            logProbs[i] = logits[i] - normaliser;
        }
        return logProbs;
    }

    double entropy() {
        double entropy = 0;
        for (float logProb : logProbs) {
            entropy -= Math.exp(logProb) * logProb;
        }
        return entropy;
    }

    /**
     * Adds to {@code gradient} the slope of {@code factor} times the log-probability of an option plus {@code byEntropy} times the
     * entropy.
     */
    void backward(int chosen, float factor, double byEntropy, float[] gradient) {
        float[] slopes = new float[logProbs.length];
        double entropy = byEntropy == 0 ? 0 : entropy();
        for (int i = 0; i < slopes.length; i++) {
            double probability = Math.exp(logProbs[i]);
            slopes[i] = (float) (probability * (-byEntropy * (logProbs[i] + entropy) - factor));
        }
        slopes[chosen] += factor;
        float[] ofRows = rows.length == slopes.length ? slopes : new float[] {slopes[KEEP]};
        head.perceptron.backward(weights, head.at(), rows, scores, ofRows, gradient);
    }
}
