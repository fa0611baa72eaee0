// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.experiment.OfflineRun.Scored;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Trajectory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small policy under each ablation of the agent: it acts, answers, and learns from what it did. */
class ActIclModesITCase {
    private static final int QUESTIONS = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"no_read", "no_curate", "fixed_goal", "text_only", "visual_only", "no_t2i", "no_i2i", "trained"})
    void theSmallPolicyActsAnswersAndLearns(String mode) throws Exception {
        try (Subject subject = Subjects.open("acticl", null, 7, folder)) {
            OfflineRun run = new OfflineRun(subject, subject.recipe(), mode, 1, new MemoryPolicies(), Map.of());
            byte[] before = run.weights();

            assertThat(run.step(mode, 0).trained()).isEqualTo(subject.recipe().batchGroups());
            assertThat(run.weights()).isNotEqualTo(before);

            for (int number = 0; number < QUESTIONS; number++) {
                Scored scored = run.group(Part.TEST, number, mode, null, Decoding.GREEDY, 1, run.current())
                        .get(0);
                Trajectory trajectory = scored.trajectory();
                assertThat(trajectory.getAnswers()).as(trajectory.getError()).isNotEmpty();
                assertThat(trajectory.getStats())
                        .containsEntry("shots", (double) trajectory.getContext().size());
            }
        }
    }
}
