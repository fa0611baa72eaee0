// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Transcript;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * One model call of a trajectory, ready to learn from.
 *
 * @param row as recorded
 * @param prompt as understood
 * @param choices that the policy made
 */
record Lesson(Row row, Prompt prompt, RecordedRow choices) {
    /**
     * The calls of this policy in a trajectory; throws INVALID where it cannot have made one of them.
     *
     * @param transcript of the trajectory
     */
    static List<Lesson> of(Trajectory trajectory, Transcript<Piece> transcript, ActIclMind mind) {
        List<Lesson> lessons = new ArrayList<>();
        for (Row row : trajectory.getRows()) {
            if (row.getLossWeight() != 0) {
                RecordedRow choices = RecordedRow.of(row, mind.tokenizer);
                if (choices.logProbs().length > 0) {
                    lessons.add(
                            new Lesson(row, mind.understand(transcript.shown(row), row.getPromptTokens()), choices));
                }
            }
        }
        return lessons;
    }
}
