// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.Tokenizer;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;

/**
 * What a model call said, and the log-probabilities of its choices as recorded when they were made.
 *
 * @param text of all tokens
 * @param logProbs one a masked token, in order
 */
public record RecordedChoices(String text, float[] logProbs) {
    /** Throws INVALID where tokens, mask and log-probabilities are not as many. */
    public static RecordedChoices of(Row row, Tokenizer tokenizer) {
        int[] tokens = Packed.ints(row.getResponse());
        byte[] mask = Packed.bytes(row.getMask());
        float[] all = Packed.floats(row.getLogProbs());
        if (tokens.length != mask.length || tokens.length != all.length) {
            throw invalid(
                    row,
                    "has " + tokens.length + " tokens, " + mask.length + " mask entries and " + all.length
                            + " log-probabilities");
        }
        return new RecordedChoices(tokenizer.decode(tokens), masked(mask, all));
    }

    /** How many choices the policy that learns made in a trajectory. */
    static long count(Trajectory trajectory) {
        return trajectory.getRows().stream()
                .filter(row -> row.getLossWeight() != 0)
                .mapToLong(row -> count(Packed.bytes(row.getMask())))
                .sum();
    }

    private static int count(byte[] mask) {
        int count = 0;
        for (byte bit : mask) {
            count += bit;
        }
        return count;
    }

    /** What is to be thrown where a row cannot have been written by the policy that is to learn from it. */
    public static PortException invalid(Row row, String fault) {
        return new PortException(EffectStatus.INVALID, "row " + row.getIndex() + " " + fault);
    }

    private static float[] masked(byte[] mask, float[] all) {
        float[] logProbs = new float[count(mask)];
        int at = 0;
        for (int i = 0; i < mask.length; i++) {
            if (mask[i] == 1) {
                logProbs[at++] = all[i];
            }
        }
        return logProbs;
    }
}
