// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.Collection;
import java.util.List;

/** What the policy is told when it chooses what to do: the same of the situation for every action, and which action it is. */
final class DeedRows {
    private static final int SITUATION = 23;
    static final int FEATURES = SITUATION + Deed.values().length;

    private static final float FEW = 3;
    private static final float RESULTS = 6;

    private DeedRows() {}

    /** One row an action, in order. */
    static float[][] of(View view, Collection<Deed> offers) {
        float[] situation = situation(view);
        float[][] rows = new float[offers.size()][FEATURES];
        int at = 0;
        for (Deed deed : offers) {
            System.arraycopy(situation, 0, rows[at], 0, SITUATION);
            rows[at++][SITUATION + deed.ordinal()] = 1;
        }
        return rows;
    }

    private static float[] situation(View view) {
        float[] row = new float[SITUATION];
        float strength = View.strength(view.recall);
        row[0] = 1;
        row[1] = view.dialogue.turn() / 2f;
        row[2] = view.searchedPictures() ? 1 : 0;
        row[3] = view.textSearches() / 2f;
        row[4] = view.recall.known() ? 1 : 0;
        row[5] = View.score(view.recognition.likeness());
        row[6] = view.margin();
        row[7] = strength;
        row[8] = (float) view.recall.share();
        row[9] = view.current() ? 1 : 0;
        row[10] = view.twoHops() ? 1 : 0;
        describeTitles(view, row);
        describeAnswers(view, row);
        row[17] = view.bridges.size() / FEW;
        row[19] = view.findings.size() / RESULTS;
        row[21] = strength * view.margin();
        row[22] = view.current() ? strength : 0;
        return row;
    }

    private static void describeTitles(View view, float[] row) {
        int kept = 0;
        float best = Float.NEGATIVE_INFINITY;
        for (Title title : view.titles.values()) {
            if (title.kept()) {
                kept++;
                best = Math.max(best, view.behind(title.likeness()));
                if (view.question != null) {
                    row[18] = Math.max(row[18], View.strength(view.memory.recall(title.name(), view.question)));
                }
                row[20] = view.recognises(title.name()) ? 1 : row[20];
            }
        }
        row[11] = kept / FEW;
        row[12] = kept == 0 ? 0 : best;
    }

    private static void describeAnswers(View view, float[] row) {
        int top = 0;
        int second = 0;
        String best = null;
        for (String answer : view.answers.keySet()) {
            List<Finding> support = view.answers.get(answer);
            if (support.size() > top) {
                second = top;
                top = support.size();
                best = answer;
            } else {
                second = Math.max(second, support.size());
            }
        }
        row[13] = view.answers.size() / FEW;
        row[14] = top / FEW;
        row[15] = (top - second) / FEW;
        row[16] = best != null && best.equals(view.recall.value()) ? 1 : 0;
    }
}
