// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.RecordedChoices;
import dev.eddy.local.policy.Transcript;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * One model call of a trajectory, ready to learn from.
 *
 * @param situation as understood
 * @param turn as read from what was said
 * @param logProbs as recorded, one a choice
 * @param weight of the row's loss
 */
record Lesson(Situation situation, Turn turn, float[] logProbs, double weight) {
    /**
     * The calls of this policy in a trajectory; throws INVALID where it cannot have made one of them.
     *
     * @param transcript of the trajectory
     */
    static List<Lesson> of(Trajectory trajectory, Transcript<Piece> transcript, MCiteMind mind) {
        List<Lesson> lessons = new ArrayList<>();
        for (Row row : trajectory.getRows()) {
            RecordedChoices recorded = RecordedChoices.of(row, mind.tokenizer);
            if (row.getLossWeight() != 0 && recorded.logProbs().length > 0) {
                Turn turn = TurnWriter.read(recorded.text())
                        .filter(read -> read.choices() == recorded.logProbs().length)
                        .orElseThrow(() -> RecordedChoices.invalid(
                                row, "is no call of the small MCite policy: " + recorded.text()));
                Situation situation = mind.understand(transcript.shown(row));
                lessons.add(new Lesson(situation, turn, recorded.logProbs(), row.getLossWeight()));
            }
        }
        return lessons;
    }
}
