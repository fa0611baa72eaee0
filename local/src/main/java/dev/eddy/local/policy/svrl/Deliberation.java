// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.List;
import java.util.Map;

/**
 * What the heads are told of the choices of one turn, in their order: verdicts on what came back, what to do, and then queries or
 * an answer. The verdicts change what the later choices see. A row an option; verdicts have a row a result.
 */
final class Deliberation {
    private final Dialogue dialogue;
    private final Memory memory;
    private final boolean rich;

    Deliberation(Dialogue dialogue, Memory memory, boolean rich) {
        this.dialogue = dialogue;
        this.memory = memory;
        this.rich = rich;
    }

    /** A row a result that is to be judged. */
    float[][] verdicts() {
        return dialogue.unjudged().isEmpty() ? new float[0][] : VerdictRows.of(new View(dialogue, memory));
    }

    /** How it goes on after the verdicts. */
    Rest after(List<Boolean> mask) {
        return new Rest(new View(dialogue.judged(mask), memory));
    }

    /** What is left to choose once results are judged. */
    final class Rest {
        private final View view;
        private QueryRows queries;

        private Rest(View view) {
            this.view = view;
        }

        /** In the order of the options of {@link #deed}. */
        List<Deed> offers() {
            return dialogue.offers().stream().toList();
        }

        float[][] deed() {
            return DeedRows.of(view, offers());
        }

        /** The queries that can be picked next, in the order of the options of {@link #query}. */
        List<String> queries(List<String> picked) {
            if (queries == null) {
                queries = new QueryRows(view);
            }
            return queries.open(picked);
        }

        float[][] query(List<String> open, List<String> picked) {
            return queries.rows(open, picked);
        }

        /** The answers with the row of each. */
        Map<String, float[]> answers() {
            return AnswerRows.of(view, rich);
        }
    }
}
