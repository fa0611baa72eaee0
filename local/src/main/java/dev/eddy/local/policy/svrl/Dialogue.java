// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A prompt as understood: the question, the searches so far, and what may be done now. Immutable.
 *
 * @param verdicts whether the results of the last search are to be judged now
 * @param exchanges in order; verdicts are those of the turns after
 * @param turn counts from 0
 */
record Dialogue(boolean verdicts, Piece.Question asked, List<Exchange> exchanges, int turn, Set<Deed> offers) {
    /** Puts the pieces of a prompt together; throws INVALID where question or resources are missing. */
    static Dialogue of(List<Piece> pieces) {
        Draft draft = new Draft();
        pieces.forEach(draft::add);
        if (draft.asked == null || draft.resources == null) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "the small policy cannot read a prompt of " + pieces.size()
                            + " segments: it needs a question and the turns that are left, as the SVRL agent writes them");
        }
        draft.closeExchange();
        return new Dialogue(
                draft.verdicts, draft.asked, List.copyOf(draft.exchanges), draft.turns, draft.resources.offers());
    }

    /** Null where the question is of no form that the policy understands. */
    EmblemQuestion question() {
        return asked.question();
    }

    /** The results to be judged now; empty where there are none or they need no verdicts. */
    List<Piece.Result> unjudged() {
        return exchanges.isEmpty() || exchanges.get(exchanges.size() - 1).kept() != null
                ? List.of()
                : exchanges.get(exchanges.size() - 1).results();
    }

    /** After the last search's results were judged. */
    Dialogue judged(List<Boolean> mask) {
        if (unjudged().isEmpty()) {
            return this;
        }
        List<Exchange> judged = new ArrayList<>(exchanges);
        judged.set(judged.size() - 1, judged.get(judged.size() - 1).judged(mask));
        return new Dialogue(verdicts, asked, judged, turn, offers);
    }

    private static final class Draft {
        private final List<Exchange> exchanges = new ArrayList<>();
        private final List<Piece.Result> results = new ArrayList<>();
        private Piece.Search search;
        private Piece.Question asked;
        private Piece.Resources resources;
        private boolean verdicts;
        private int turns;

        private void add(Piece piece) {
            if (piece instanceof Piece.Instructions instructions) {
                verdicts = instructions.verdicts();
            } else if (piece instanceof Piece.Question question) {
                asked = question;
            } else if (piece instanceof Piece.Turn turn) {
                closeExchange();
                judge(turn.said().mask());
                turns++;
            } else if (piece instanceof Piece.Search begun) {
                search = begun;
            } else if (piece instanceof Piece.Result result) {
                results.add(result);
            } else if (piece instanceof Piece.Resources left) {
                resources = left;
            }
        }

        /** Where no verdicts are wanted, all results are kept. */
        private void closeExchange() {
            if (search != null) {
                List<Boolean> kept = verdicts ? null : Collections.nCopies(results.size(), true);
                exchanges.add(new Exchange(search.query(), results, kept));
            }
            search = null;
            results.clear();
        }

        private void judge(List<Boolean> mask) {
            int last = exchanges.size() - 1;
            if (last >= 0 && exchanges.get(last).kept() == null) {
                exchanges.set(last, exchanges.get(last).judged(mask));
            }
        }
    }
}
