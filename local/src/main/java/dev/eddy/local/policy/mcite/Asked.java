// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import java.util.Arrays;
import java.util.List;

/**
 * A choice to be made.
 *
 * @param head that makes it
 * @param names of the options, all different
 * @param rows what the head is told: one an option, or one for all options
 * @param offsets added to the options' logits
 */
record Asked(Heads head, List<String> names, float[][] rows, float[] offsets) {
    /** The one-hot input of the choice of a query: under Adam, a linear choice with 1 would stay even for too long. */
    private static final float QUERY_INPUT = 4;

    static final List<String> KINDS =
            Arrays.stream(Turn.Kind.values()).map(Enum::name).toList();

    /** What to do: one of {@link Turn.Kind}. */
    static Asked kind(Situation situation) {
        return new Asked(Heads.KIND, KINDS, new float[][] {situation.state()}, mask(situation));
    }

    /** Minus infinity for what is known to be in vain, so that it has no probability. */
    static float[] mask(Situation situation) {
        boolean[] allowed = situation.allowed();
        float[] mask = new float[allowed.length];
        for (int kind = 0; kind < mask.length; kind++) {
            mask[kind] = allowed[kind] ? 0 : Float.NEGATIVE_INFINITY;
        }
        return mask;
    }

    /** The query, or what to look at or answer with. */
    static Asked named(Situation situation, Turn.Kind kind) {
        return switch (kind) {
            case SEARCH -> query(situation);
            case CROP -> of(Heads.CROP, situation.crops());
            case ANSWER -> of(Heads.ANSWER, situation.answers());
        };
    }

    /** What supports the answer. */
    static Asked cited(Situation situation, Candidate answer) {
        return of(Heads.CITE, situation.citations(answer));
    }

    private static Asked of(Heads head, Options options) {
        return new Asked(head, options.names(), options.inputs(), options.offsets());
    }

    private static Asked query(Situation situation) {
        List<String> queries = situation.seen.question().queries();
        int from = Heads.QUERIES * Math.min(Heads.SEARCHES - 1, situation.seen.searches());
        float[][] rows = new float[queries.size()][Heads.SEARCHES * Heads.QUERIES];
        for (int query = 0; query < rows.length; query++) {
            rows[query][from + query] = QUERY_INPUT;
        }
        return new Asked(Heads.QUERY, queries, rows, new float[rows.length]);
    }

    /**
     * The choice that the head's answer makes of it.
     *
     * @param logits one an option, in as many rows as were asked with
     */
    Choice choice(float[][] logits, Choice.Backward backward) {
        float[] all = offsets.clone();
        int option = 0;
        for (float[] row : logits) {
            for (float logit : row) {
                all[option++] += logit;
            }
        }
        return new Choice(names, all, backward);
    }

    /** Slopes by the options as slopes by the head's answer. */
    float[][] byRow(float[] slopes) {
        if (rows.length == 1) {
            return new float[][] {slopes};
        }
        float[][] byRow = new float[rows.length][];
        for (int row = 0; row < byRow.length; row++) {
            byRow[row] = new float[] {slopes[row]};
        }
        return byRow;
    }
}
