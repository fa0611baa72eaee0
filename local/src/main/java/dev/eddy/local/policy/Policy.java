// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

/** One set of weights, ready to decide: what serving and training share. Immutable and thread-safe. */
final class Policy {
    final Weights weights;
    final Network network;

    Policy(Weights weights) {
        this.weights = weights;
        this.network = Network.of(weights.parameters());
    }

    Choice choice(Situation situation) {
        return new Choice(situation, network, weights.scale());
    }

    Answerer answerer(AnswerPrompt prompt) {
        return new Answerer(prompt, weights);
    }
}
