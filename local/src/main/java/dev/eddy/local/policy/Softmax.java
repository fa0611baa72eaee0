// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

/** Distributions over the options of a choice. */
public final class Softmax {
    private Softmax() {}

    /** Log-probabilities, one a logit. */
    public static float[] logProbs(float[] logits) {
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

    /** In nats; options without probability have no part in it. */
    public static double entropy(float[] logProbs) {
        double entropy = 0;
        for (float logProb : logProbs) {
            entropy -= logProb == Float.NEGATIVE_INFINITY ? 0 : Math.exp(logProb) * logProb;
        }
        return entropy;
    }
}
