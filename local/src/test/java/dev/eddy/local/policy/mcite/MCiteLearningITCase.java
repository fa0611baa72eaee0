// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole loop without a stream: a few runs to imitate, then nothing but the reward. */
class MCiteLearningITCase {
    private static final int KEPT = 32;
    private static final int STEPS = 16;
    private static final int PLANNED = 200;
    private static final int WINDOW = 4;

    @TempDir
    private Path folder;

    @Test
    void twoThousandRolloutsTeachThePolicyToReadAndToCite() throws Exception {
        double first = 0;
        double last = 0;
        double cited = 0;
        try (MCiteTraining training = new MCiteTraining(folder, "documents", "7", 0)) {
            SortedMap<String, Integer> fates = training.coldStart(KEPT);
            assertThat(fates)
                    .containsEntry("kept", KEPT)
                    .containsKeys("page_not_found", "wrong_answer", "citation_off");
            for (int step = 0; step < STEPS; step++) {
                Map<String, Double> figures = training.step("trained", step, PLANNED);
                assertThat(figures.get("unmatchedRows")).isZero();
                assertThat(figures.get("kl")).as("recomputed log-probabilities").isBetween(-1e-9, 1e-9);
                if (step < WINDOW) {
                    first += figures.get("reward") / WINDOW;
                } else if (step >= STEPS - WINDOW) {
                    last += figures.get("reward") / WINDOW;
                    cited += figures.get("meanIoU") / WINDOW;
                }
            }
        }
        assertThat(last).isGreaterThan(first + 0.1);
        assertThat(cited).isGreaterThan(0.1);
    }
}
