// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

/** How the losses of a batch's tokens become one number. */
public enum LossAggregation {
    /** The mean over all tokens: a token counts the same in every rollout, and a long rollout more than a short one. */
    TOKEN_MEAN {
        @Override
        public double perToken(long own, long all, int rollouts, double constant) {
            return 1.0 / all;
        }
    },

    /** Each rollout's sum, then the mean over rollouts. */
    SEQ_MEAN_TOKEN_SUM {
        @Override
        public double perToken(long own, long all, int rollouts, double constant) {
            return 1.0 / rollouts;
        }
    },

    /** Each rollout's mean, then the mean over rollouts: a token of a long rollout counts less (GRPO). */
    SEQ_MEAN_TOKEN_MEAN {
        @Override
        public double perToken(long own, long all, int rollouts, double constant) {
            return 1.0 / ((double) own * rollouts);
        }
    },

    /** Each rollout's sum by a constant, then the mean over rollouts (Liu et al. 2025, "Dr. GRPO"). */
    SEQ_MEAN_TOKEN_SUM_NORM {
        @Override
        public double perToken(long own, long all, int rollouts, double constant) {
            return 1 / (constant * rollouts);
        }
    };

    /**
     * What a token's loss is multiplied by, so that the sum over all tokens is the loss of the batch.
     *
     * @param own tokens of the token's rollout that the policy chose
     * @param all those of the whole batch
     * @param rollouts of the batch
     * @param constant that sums are divided by where they are divided by one
     */
    public abstract double perToken(long own, long all, int rollouts, double constant);
}
