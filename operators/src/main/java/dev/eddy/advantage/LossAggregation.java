// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import java.util.Arrays;

/**
 * How the losses of a batch's tokens become one number: each by a weight for a token of every sequence. Sequences without a
 * token that counts take no part.
 */
public enum LossAggregation {
    /** Mean over all tokens. */
    TOKEN_MEAN {
        @Override
        double weight(int tokens, int allTokens, int sequences, double constant) {
            return 1.0 / allTokens;
        }
    },
    /** Sum over a sequence's tokens, mean over sequences. */
    SEQ_MEAN_TOKEN_SUM {
        @Override
        double weight(int tokens, int allTokens, int sequences, double constant) {
            return 1.0 / sequences;
        }
    },
    /** Mean over a sequence's tokens, mean over sequences. */
    SEQ_MEAN_TOKEN_MEAN {
        @Override
        double weight(int tokens, int allTokens, int sequences, double constant) {
            return 1.0 / tokens / sequences;
        }
    },
    /** Sum over a sequence's tokens by a constant, mean over sequences: Dr. GRPO, whose gradient knows no length bias. */
    SEQ_MEAN_TOKEN_SUM_NORM {
        @Override
        double weight(int tokens, int allTokens, int sequences, double constant) {
            return 1 / constant / sequences;
        }
    };

    abstract double weight(int tokens, int allTokens, int sequences, double constant);

    /**
     * The weight of one token in each sequence; the loss is the weighted sum.
     *
     * @param tokens how many of each sequence count
     * @param constant the divisor of {@link #SEQ_MEAN_TOKEN_SUM_NORM}, above 0; the others make no use of it
     */
    public double[] weights(int[] tokens, double constant) {
        int allTokens = Arrays.stream(tokens).sum();
        int sequences = (int) Arrays.stream(tokens).filter(count -> count > 0).count();
        return Arrays.stream(tokens)
                .mapToDouble(count -> count == 0 ? 0 : weight(count, allTokens, sequences, constant))
                .toArray();
    }
}
