// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.RecordedChoices;
import dev.eddy.local.policy.Transcript;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * One turn of a trajectory, ready to learn from.
 *
 * @param logProbs one a choice, as recorded when it was sampled
 */
record SvrlLesson(Row row, Dialogue dialogue, Said said, float[] logProbs) {
    /**
     * The turns of this policy in a trajectory; throws INVALID where it cannot have taken one of them.
     *
     * @param transcript of the trajectory
     */
    static List<SvrlLesson> of(Trajectory trajectory, Transcript<Piece> transcript, SvrlMind mind) {
        List<SvrlLesson> lessons = new ArrayList<>();
        for (Row row : trajectory.getRows()) {
            RecordedChoices recorded = RecordedChoices.of(row, mind.tokenizer);
            if (row.getLossWeight() != 0 && recorded.logProbs().length > 0) {
                Dialogue dialogue = Dialogue.of(transcript.shown(row));
                Said said = Said.of(recorded.text());
                int choices = choices(dialogue, said);
                if (choices != recorded.logProbs().length) {
                    throw RecordedChoices.invalid(
                            row,
                            "has " + recorded.logProbs().length + " masked tokens, but this policy makes " + choices
                                    + " choices to write " + recorded.text());
                }
                lessons.add(new SvrlLesson(row, dialogue, said, recorded.logProbs()));
            }
        }
        return lessons;
    }

    private static int choices(Dialogue dialogue, Said said) {
        int choices = dialogue.unjudged().size() + (dialogue.offers().size() > 1 ? 1 : 0);
        if (said.deed() == Deed.ANSWER) {
            return choices + 1;
        }
        int queries = said.queries().size();
        return choices + queries + (queries > 0 && queries < QueryRows.MOST_PICKS ? 1 : 0);
    }
}
