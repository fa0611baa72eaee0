// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.RecordedChoices;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
     * @param pieces one a segment
     */
    static List<Lesson> of(Trajectory trajectory, List<PromptSegment> segments, List<Piece> pieces, MCiteMind mind) {
        Map<Integer, Piece> byId = new HashMap<>();
        for (int i = 0; i < pieces.size(); i++) {
            byId.put(segments.get(i).id(), pieces.get(i));
        }
        List<Lesson> lessons = new ArrayList<>();
        for (Row row : trajectory.getRows()) {
            RecordedChoices recorded = RecordedChoices.of(row, mind.tokenizer);
            if (row.getLossWeight() != 0 && recorded.logProbs().length > 0) {
                Turn turn = TurnWriter.read(recorded.text())
                        .filter(read -> read.choices() == recorded.logProbs().length)
                        .orElseThrow(() -> RecordedChoices.invalid(
                                row, "is no call of the small MCite policy: " + recorded.text()));
                Situation situation = mind.understand(shown(row, byId));
                lessons.add(new Lesson(situation, turn, recorded.logProbs(), row.getLossWeight()));
            }
        }
        return lessons;
    }

    private static List<Piece> shown(Row row, Map<Integer, Piece> byId) {
        List<Piece> shown = new ArrayList<>();
        for (int id : Packed.ints(row.getPrompt())) {
            Piece piece = byId.get(id);
            if (piece == null) {
                throw new PortException(
                        EffectStatus.INVALID,
                        "row " + row.getIndex() + " shows segment " + id + ", which is not there");
            }
            shown.add(piece);
        }
        return shown;
    }
}
