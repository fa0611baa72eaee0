// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answers that the policy can give, and what it is told of each: that it does not know, what it remembers of the recognised
 * organisation and of those that titles name, and every answer in what it kept.
 */
final class AnswerRows {
    static final String UNKNOWN = "unknown";
    static final int FEATURES = 30;

    private static final int READ = 22;
    private static final float FEW = 3;
    private static final float RESULTS = 6;

    private AnswerRows() {}

    /**
     * The answers with a row each.
     *
     * @param rich whether dates and sites of what supports an answer are told too: a reader that needs no verdicts
     */
    static Map<String, float[]> of(View view, boolean rich) {
        Map<String, float[]> rows = new LinkedHashMap<>();
        row(rows, UNKNOWN)[1] = 1;
        if (view.recall.known()) {
            describeRecall(view, row(rows, view.recall.value()));
        }
        if (view.question != null) {
            for (Title title : view.titles.values()) {
                Recall recall = view.memory.recall(title.name(), view.question);
                if (recall.known() && !view.recognises(title.name())) {
                    describe(view, title, recall, row(rows, recall.value()));
                }
            }
        }
        int supports = view.answers.values().stream().mapToInt(List::size).sum();
        view.answers.forEach((answer, support) -> describe(view, support, supports, row(rows, answer)));
        if (rich) {
            view.answers.forEach((answer, support) -> read(view, support, row(rows, answer)));
        }
        for (float[] row : rows.values()) {
            row[10] = view.answers.isEmpty() ? 0 : 1;
            row[12] = row[2] * supports / FEW;
        }
        return rows;
    }

    private static float[] row(Map<String, float[]> rows, String answer) {
        return rows.computeIfAbsent(answer, name -> {
            float[] row = new float[FEATURES];
            row[0] = 1;
            return row;
        });
    }

    private static void describeRecall(View view, float[] row) {
        row[2] = 1;
        row[3] = View.strength(view.recall);
        row[4] = (float) view.recall.share();
        row[5] = view.margin();
        row[6] = View.score(view.recognition.likeness());
        row[11] = view.current() ? 1 : 0;
        row[19] = view.findings.stream().anyMatch(finding -> view.recognises(finding.name())) ? 1 : 0;
        row[20] = view.answers.containsKey(view.recall.value()) ? 1 : 0;
        row[21] = view.twoHops() ? 1 : 0;
    }

    /** Of several titles that one remembers the same of, the most similar counts. */
    private static void describe(View view, Title title, Recall recall, float[] row) {
        if (row[15] == 0 || view.behind(title.likeness()) > row[18]) {
            row[15] = 1;
            row[16] = title.kept() ? 1 : 0;
            row[17] = View.strength(recall);
            row[18] = view.behind(title.likeness());
        }
    }

    private static void describe(View view, List<Finding> support, int supports, float[] row) {
        Finding first = support.get(0);
        int opening = view.findings.get(0).exchange();
        boolean inFirst = support.stream().anyMatch(finding -> finding.exchange() == opening);
        row[7] = support.size() / FEW;
        row[8] = (float) support.size() / supports;
        row[9] = 1 - first.rank() / RESULTS;
        row[13] = inFirst ? 1 : 0;
        row[14] = inFirst && support.get(support.size() - 1).exchange() != opening ? 1 : 0;
    }

    private static void read(View view, List<Finding> support, float[] row) {
        for (Finding finding : support) {
            if (finding.snippet().year() != null) {
                row[READ] =
                        Math.max(row[READ], VerdictRows.date(finding.snippet().year()));
            }
            row[READ + 1] = Math.max(row[READ + 1], (float) finding.nameMatch());
            if (finding.snippet().kind() != null) {
                row[READ + 2 + finding.snippet().kind().ordinal()] += 1 / FEW;
            }
        }
        row[READ + 7] = view.current() ? row[READ] : 0;
    }
}
