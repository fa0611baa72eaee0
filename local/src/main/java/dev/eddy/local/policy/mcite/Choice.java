// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.Softmax;
import java.util.List;

/** One choice among some: a softmax over logits, and the way back through it. */
final class Choice {
    /** Of a choice that is made and not learnt from. */
    static final Backward LEARNS_NOTHING = (slopes, gradient) -> {
        throw new UnsupportedOperationException("this choice is not learnt from");
    };

    final List<String> names;
    final float[] logProbs;
    private final Backward backward;

    /** Adds the gradient of a loss by the weights, given its slopes by the logits. */
    @FunctionalInterface
    interface Backward {
        void add(float[] slopes, float[] gradient);
    }

    /** @param backward to what the logits depend on */
    Choice(List<String> names, float[] logits, Backward backward) {
        this.names = names;
        this.logProbs = Softmax.logProbs(logits);
        this.backward = backward;
    }

    /** In nats. */
    double entropy() {
        return Softmax.entropy(logProbs);
    }

    /**
     * Adds the gradient of a loss.
     *
     * @param slope of the loss by the logarithm of the chosen one's probability
     * @param entropySlope of the loss by the entropy
     */
    void backward(int chosen, float slope, float entropySlope, float[] gradient) {
        double entropy = entropy();
        float[] slopes = new float[logProbs.length];
        for (int i = 0; i < slopes.length; i++) {
            if (logProbs[i] != Float.NEGATIVE_INFINITY) {
                double probability = Math.exp(logProbs[i]);
                slopes[i] = (float) (slope * ((i == chosen ? 1 : 0) - probability)
                        - entropySlope * probability * (logProbs[i] + entropy));
            }
        }
        backward.add(slopes, gradient);
    }
}
