// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

/**
 * What MCite's reward is made of.
 *
 * @param pages α, for the pages found
 * @param answer β, for the answer
 * @param citation γ1, for the final citation
 * @param process γ2, for the last crop
 * @param gated whether all depends on the protocol being followed
 */
record MCiteWeights(double pages, double answer, double citation, double process, boolean gated) {
    MCiteWeights {
        if (!(pages >= 0
                && answer >= 0
                && citation >= 0
                && process >= 0
                && pages + answer + citation + process < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("weights of MCite's reward must be finite and not negative, got " + pages
                    + ", " + answer + ", " + citation + ", " + process);
        }
    }

    /** What a mode leaves of these: each ablation takes one part away. */
    MCiteWeights in(String mode) {
        return switch (mode) {
            case "no_search" -> new MCiteWeights(0, answer, citation, process, gated);
            case "no_ans" -> new MCiteWeights(pages, 0, citation, process, gated);
            case "no_out" -> new MCiteWeights(pages, answer, 0, process, gated);
            case "no_proc" -> new MCiteWeights(pages, answer, citation, 0, gated);
            case "no_cit" -> new MCiteWeights(pages, answer, 0, 0, gated);
            case "no_format" -> new MCiteWeights(pages, answer, citation, process, false);
            default -> this;
        };
    }
}
