// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

/**
 * What a model said, token by token, with what training needs.
 *
 * @param text the decoded tokens
 * @param tokens sampled ids, exactly as sampled
 * @param mask 1 where a token carries a log-probability; as long as tokens
 * @param logProbs 0 where the mask is 0; as long as tokens
 * @param version the policy that said it
 * @param stopReason {@code stop} or {@code length}
 */
public record Generation(
        String text, int[] tokens, byte[] mask, float[] logProbs, PolicyVersion version, String stopReason)
        implements EffectValue {
    public Generation {
        if (tokens.length != mask.length || tokens.length != logProbs.length) {
            throw new IllegalArgumentException("a generation of " + tokens.length + " tokens has " + mask.length
                    + " mask entries and " + logProbs.length + " log-probabilities");
        }
    }

    /** True if generation hit its cap before it ended by itself. */
    public boolean truncated() {
        return stopReason.equals("length");
    }
}
