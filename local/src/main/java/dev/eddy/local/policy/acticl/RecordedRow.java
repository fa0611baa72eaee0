// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.Tokenizer;
import dev.eddy.local.policy.RecordedChoices;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import java.util.List;

/**
 * What the policy chose in one model call, recovered from the tokens that it wrote.
 *
 * @param actions of an acquisition call, in order; empty for an answer
 * @param answer null for an acquisition call
 * @param logProbs one a choice, as recorded when it was sampled
 */
record RecordedRow(List<Action> actions, String answer, float[] logProbs) {
    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";

    /** Throws INVALID for a row that this policy cannot have written. */
    static RecordedRow of(Row row, Tokenizer tokenizer) {
        RecordedChoices recorded = RecordedChoices.of(row, tokenizer);
        String text = recorded.text();
        float[] logProbs = recorded.logProbs();
        if (row.getKind() == RowKind.ANSWER) {
            int open = text.indexOf(OPEN);
            int close = text.indexOf(CLOSE);
            if (open < 0 || close < open || logProbs.length > 1) {
                throw RecordedChoices.invalid(row, "is no answer of this policy: " + text);
            }
            return new RecordedRow(List.of(), text.substring(open + OPEN.length(), close), logProbs);
        }
        List<Action> actions = ToolCalls.actions(text);
        if (actions.size() != logProbs.length) {
            throw RecordedChoices.invalid(
                    row,
                    "has " + logProbs.length + " masked tokens, but this policy makes " + actions.size()
                            + " choices to write " + text);
        }
        return new RecordedRow(actions, null, logProbs);
    }
}
