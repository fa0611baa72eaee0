// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The whole loop without a stream: agent, search engine, verifier, reward and trainer. */
class SvrlLearningITCase {
    private static final int STEPS = 24;
    private static final int PLANNED = 400;
    private static final int WINDOW = 6;

    @Test
    void fewThousandRolloutsTeachThePolicyToEarnMore() throws Exception {
        SvrlTraining training = new SvrlTraining(7, "trained", Map.of("seed", "1", "entropy-bonus", "0.3"));
        double first = 0;
        double last = 0;
        for (int step = 0; step < STEPS; step++) {
            Map<String, Double> figures = training.step(step, PLANNED);
            assertThat(figures.get("unmatchedRows")).isZero();
            assertThat(figures.get("kl")).as("recomputed log-probabilities").isBetween(-1e-9, 1e-9);
            assertThat(figures.get("failed")).isZero();
            if (step < WINDOW) {
                first += figures.get("reward") / WINDOW;
            } else if (step >= STEPS - WINDOW) {
                last += figures.get("reward") / WINDOW;
            }
        }
        assertThat(first).isBetween(5.0, 40.0);
        assertThat(last).isGreaterThan(first + 10);
    }
}
