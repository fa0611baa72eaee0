// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.Tokenizer;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
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
        int[] tokens = Packed.ints(row.getResponse());
        byte[] mask = Packed.bytes(row.getMask());
        float[] all = Packed.floats(row.getLogProbs());
        if (tokens.length != mask.length || tokens.length != all.length) {
            throw invalid(
                    row,
                    "has " + tokens.length + " tokens, " + mask.length + " mask entries and " + all.length
                            + " log-probabilities");
        }
        String text = tokenizer.decode(tokens);
        float[] logProbs = masked(mask, all);
        if (row.getKind() == RowKind.ANSWER) {
            int open = text.indexOf(OPEN);
            int close = text.indexOf(CLOSE);
            if (open < 0 || close < open || logProbs.length > 1) {
                throw invalid(row, "is no answer of this policy: " + text);
            }
            return new RecordedRow(List.of(), text.substring(open + OPEN.length(), close), logProbs);
        }
        List<Action> actions = ToolCalls.actions(text);
        if (actions.size() != logProbs.length) {
            throw invalid(
                    row,
                    "has " + logProbs.length + " masked tokens, but this policy makes " + actions.size()
                            + " choices to write " + text);
        }
        return new RecordedRow(actions, null, logProbs);
    }

    private static PortException invalid(Row row, String fault) {
        return new PortException(EffectStatus.INVALID, "row " + row.getIndex() + " " + fault);
    }

    private static float[] masked(byte[] mask, float[] all) {
        int count = 0;
        for (byte bit : mask) {
            count += bit;
        }
        float[] logProbs = new float[count];
        int at = 0;
        for (int i = 0; i < mask.length; i++) {
            if (mask[i] == 1) {
                logProbs[at++] = all[i];
            }
        }
        return logProbs;
    }
}
