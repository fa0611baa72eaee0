// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.Perceptron;
import dev.eddy.local.policy.Softmax;

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
    private final Perceptron.Activations activations;

    private Choice(Heads head, float[] weights, float[][] rows, Perceptron.Activations activations, float[] logProbs) {
        this.head = head;
        this.weights = weights;
        this.rows = rows;
        this.activations = activations;
        this.logProbs = logProbs;
    }

    /** One of the rows, by a softmax over their scores. */
    static Choice among(Heads head, float[] weights, float[][] rows) {
        Perceptron.Activations activations = head.perceptron().forward(weights, rows);
        return new Choice(head, weights, rows, activations, Softmax.logProbs(activations.scores()));
    }

    /** Whether to keep what a row describes, by the logistic function of its score. */
    static Choice verdict(float[] weights, float[] row) {
        float[][] rows = {row};
        Perceptron.Activations activations = Heads.VERDICT.perceptron().forward(weights, rows);
        return new Choice(
                Heads.VERDICT, weights, rows, activations, verdict(activations.scores()[0]));
    }

    /** The distribution of a verdict by itself. */
    static float[] verdict(float score) {
        return Softmax.logProbs(new float[] {0, score});
    }

    double entropy() {
        return Softmax.entropy(logProbs);
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
        head.perceptron().backward(weights, rows, activations, ofRows, gradient);
    }
}
