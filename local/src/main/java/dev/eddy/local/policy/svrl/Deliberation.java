// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The choices of one turn in their order: verdicts on what came back, what to do, and then queries or an answer. The verdicts
 * change what the later choices see.
 */
final class Deliberation {
    private final SvrlWeights weights;
    private final Dialogue dialogue;
    private final Memory memory;

    Deliberation(Dialogue dialogue, Memory memory, SvrlWeights weights) {
        this.dialogue = dialogue;
        this.memory = memory;
        this.weights = weights;
    }

    /** One choice a result that is to be judged. */
    List<Choice> verdicts() {
        if (dialogue.unjudged().isEmpty()) {
            return List.of();
        }
        List<Choice> verdicts = new ArrayList<>();
        for (float[] row : VerdictRows.of(new View(dialogue, memory))) {
            verdicts.add(Choice.verdict(weights.parameters(), row));
        }
        return verdicts;
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

        Choice deed() {
            return Choice.among(Heads.DEED, weights.parameters(), DeedRows.of(view, offers()));
        }

        /** The queries that can be picked next, in the order of the options of {@link #query}. */
        List<String> queries(List<String> picked) {
            if (queries == null) {
                queries = new QueryRows(view);
            }
            return queries.open(picked);
        }

        Choice query(List<String> open, List<String> picked) {
            return Choice.among(Heads.QUERY, weights.parameters(), queries.rows(open, picked));
        }

        /** The answers with what is told of each. */
        Map<String, float[]> answers() {
            return AnswerRows.of(view, weights.rich());
        }

        Choice answer(Map<String, float[]> answers) {
            return Choice.among(
                    Heads.ANSWER, weights.parameters(), answers.values().toArray(float[][]::new));
        }
    }
}
