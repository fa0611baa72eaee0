// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Softmax;
import dev.eddy.local.policy.acticl.Action.Kind;
import java.util.List;

/**
 * The policy's distribution over the actions of a situation. Serving and training both compute it here.
 *
 * <p>The logarithm of the number of actions of the same kind is taken from each logit, so that before any training each kind is
 * about equally likely, as if its name were chosen first and its argument after.
 */
final class Choice {
    final List<Action> actions;
    /** One an action. */
    final float[] logProbs;

    private final Rows rows;
    private final Network.Activations activations;

    Choice(Situation situation, Network network, Weights.Scale scale) {
        actions = situation.actions();
        rows = Features.of(situation, actions, scale);
        activations = network.forward(rows);
        logProbs = logProbs(actions, activations.logits());
    }

    /**
     * The distribution by itself.
     *
     * @param logits one an action, each in an array of its own
     */
    static float[] logProbs(List<Action> actions, float[][] logits) {
        int[] ofKind = new int[Kind.COUNT];
        for (Action action : actions) {
            ofKind[action.kind().ordinal()]++;
        }
        float[] offset = new float[logits.length];
        for (int i = 0; i < logits.length; i++) {
            int siblings = ofKind[actions.get(i).kind().ordinal()];
            offset[i] = siblings == 1 ? logits[i][0] : logits[i][0] - (float) Math.log(siblings);
        }
        return Softmax.logProbs(offset);
    }

    double entropy() {
        return Softmax.entropy(logProbs);
    }

    /** Adds to {@code gradient} the slope of {@code factor} times the log-probability of an action. */
    void backward(int chosen, float factor, Network network, Network gradient) {
        float[] slopes = new float[logProbs.length];
        for (int i = 0; i < slopes.length; i++) {
            slopes[i] = -factor * (float) Math.exp(logProbs[i]);
        }
        slopes[chosen] += factor;
        network.backward(rows, activations, slopes, gradient);
    }
}
