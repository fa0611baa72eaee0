// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.local.world.Split;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small policy under each ablation of the agent: it acts, answers, and learns from what it did. */
class ModesITCase {
    private static final int QUESTIONS = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"no_read", "no_curate", "fixed_goal", "text_only", "visual_only", "no_t2i", "no_i2i", "trained"})
    void theSmallPolicyActsAnswersAndLearns(String mode) throws Exception {
        try (OfflineTraining training = new OfflineTraining(folder, "glyphs", "7", Map.of("seed", "1"))) {
            Map<String, Double> figures = training.step(mode, 0, 2);
            assertThat(figures.get("choices")).isPositive();
            assertThat(figures.get("unmatchedRows")).isZero();
            assertThat(figures.get("kl")).as("recomputed log-probabilities").isCloseTo(0, within(1e-9));
            assertThat(figures.get("gradientNorm")).isPositive();

            OfflineTraining.Evaluation evaluation = training.evaluate(mode, null, Split.STRICT, QUESTIONS);
            assertThat(evaluation.failures()).as(evaluation.toString()).isZero();
            assertThat(evaluation.mean("shots")).isEqualTo(evaluation.shots());
        }
    }
}
