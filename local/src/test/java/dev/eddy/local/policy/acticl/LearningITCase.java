// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole loop without a stream: nothing but the reward tells the policy what to do. */
class LearningITCase {
    private static final int STEPS = 48;
    private static final int PLANNED = 400;
    private static final int WINDOW = 8;

    @TempDir
    private Path folder;

    @Test
    void sixThousandRolloutsTeachThePolicyToFindDemonstrations() throws Exception {
        double first = 0;
        double last = 0;
        try (OfflineTraining training = new OfflineTraining(folder, "glyphs", "7", Map.of("seed", "1"))) {
            for (int step = 0; step < STEPS; step++) {
                Map<String, Double> figures = training.step(step, PLANNED);
                assertThat(figures.get("unmatchedRows")).isZero();
                assertThat(figures.get("kl")).as("recomputed log-probabilities").isBetween(-1e-9, 1e-9);
                if (step < WINDOW) {
                    first += figures.get("reward") / WINDOW;
                } else if (step >= STEPS - WINDOW) {
                    last += figures.get("reward") / WINDOW;
                }
            }
        }
        assertThat(first).isBetween(0.1, 0.4);
        assertThat(last).isGreaterThan(first + 0.1);
    }
}
