// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
     * @param pieces one a segment of the trajectory
     */
    static List<Lesson> of(Trajectory trajectory, List<Piece> pieces, ActIclMind mind) {
        Map<Integer, Piece> byId = new HashMap<>();
        List<Segment> segments = trajectory.getSegments();
        for (int i = 0; i < segments.size(); i++) {
            byId.put(segments.get(i).getId(), pieces.get(i));
        }
        List<Lesson> lessons = new ArrayList<>();
        for (Row row : trajectory.getRows()) {
            if (row.getLossWeight() != 0) {
                RecordedRow choices = RecordedRow.of(row, mind.tokenizer);
                if (choices.logProbs().length > 0) {
                    lessons.add(new Lesson(row, mind.understand(shown(row, byId), row.getPromptTokens()), choices));
                }
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
