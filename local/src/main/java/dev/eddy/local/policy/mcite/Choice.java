// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.Perceptron;
import dev.eddy.local.policy.Softmax;
import java.util.Arrays;
import java.util.List;

/** One choice among some: a softmax over logits, and the way back through it. */
final class Choice {
    /** The one-hot input of the choice of a query: under Adam, a linear choice with 1 would stay even for too long. */
    private static final float QUERY_INPUT = 4;

    private static final List<String> KINDS =
            Arrays.stream(Turn.Kind.values()).map(Enum::name).toList();

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
        this.logProbs = logSoftmax(logits);
        this.backward = backward;
    }

    /** What to do; what is known to be in vain has no probability. */
    static Choice ofKind(float[] logits, Situation situation, Backward backward) {
        boolean[] allowed = situation.allowed();
        for (int kind = 0; kind < logits.length; kind++) {
            logits[kind] = allowed[kind] ? logits[kind] : Float.NEGATIVE_INFINITY;
        }
        return new Choice(KINDS, logits, backward);
    }

    static Choice ofKind(float[] parameters, Situation situation) {
        float[][] rows = {situation.state()};
        Perceptron.Activations activations = Heads.KIND.forward(parameters, rows);
        return ofKind(
                activations.logits()[0],
                situation,
                (slopes, gradient) ->
                        Heads.KIND.backward(parameters, rows, activations, new float[][] {slopes}, gradient));
    }

    /** What to search for. */
    static Choice ofQuery(float[] parameters, Situation situation) {
        List<String> queries = situation.seen.question().queries();
        int from = Heads.QUERY + Heads.QUERIES * Math.min(Heads.SEARCHES - 1, situation.seen.searches());
        float[] logits = new float[queries.size()];
        for (int query = 0; query < logits.length; query++) {
            logits[query] = QUERY_INPUT * parameters[from + query];
        }
        return new Choice(queries, logits, (slopes, gradient) -> {
            for (int query = 0; query < slopes.length; query++) {
                gradient[from + query] += QUERY_INPUT * slopes[query];
            }
        });
    }

    /** A candidate. */
    static Choice of(float[] parameters, Perceptron head, Options options) {
        Perceptron.Activations activations = head.forward(parameters, options.inputs());
        float[] logits = options.offsets().clone();
        for (int i = 0; i < logits.length; i++) {
            logits[i] += activations.logits()[i][0];
        }
        return new Choice(
                options.names(),
                logits,
                (slopes, gradient) -> head.backward(parameters, options.inputs(), activations, slopes, gradient));
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

    private static float[] logSoftmax(float[] logits) {
        float largest = Float.NEGATIVE_INFINITY;
        for (float logit : logits) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - largest);
        }
        float log = (float) (largest + Math.log(sum));
        float[] logProbs = new float[logits.length];
        for (int i = 0; i < logits.length; i++) {
            logProbs[i] = logits[i] - log;
        }
        return logProbs;
    }
}
