// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import java.util.ArrayList;
import java.util.List;

/** What the policy is told of each result that it is to judge. */
final class VerdictRows {
    static final int FEATURES = 34;

    private static final int DOMAINS = 8;
    private static final int PICTURES = 27;
    private static final float FIRST_YEAR = 2016;
    private static final float YEARS = 10;
    private static final float MIDDLE = 0.6f;
    private static final float RESULTS = 6;
    private static final float FEW = 3;

    private VerdictRows() {}

    /** One row a result of the last search, in order. */
    static float[][] of(View view) {
        List<Exchange> exchanges = view.dialogue.exchanges();
        int last = exchanges.size() - 1;
        List<Piece.Result> results = exchanges.get(last).results();
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : view.findings) {
            if (finding.exchange() == last) {
                findings.add(finding);
            }
        }
        List<Piece.Thumbnail> thumbnails = new ArrayList<>();
        for (Piece.Result result : results) {
            if (result instanceof Piece.Thumbnail thumbnail) {
                thumbnails.add(thumbnail);
            }
        }
        float[][] rows = new float[results.size()][FEATURES];
        for (int i = 0; i < rows.length; i++) {
            rows[i][0] = 1;
        }
        for (Finding finding : findings) {
            describe(view, finding, findings, rows[finding.rank()]);
        }
        for (int i = 0; i < rows.length; i++) {
            if (results.get(i) instanceof Piece.Thumbnail thumbnail) {
                describe(view, thumbnail, thumbnails, rows[i]);
            }
        }
        return rows;
    }

    private static void describe(View view, Finding finding, List<Finding> all, float[] row) {
        Piece.Snippet snippet = finding.snippet();
        float nameMatch = (float) finding.nameMatch();
        int agree = 0;
        int withValue = 0;
        Integer newest = null;
        for (Finding other : all) {
            Integer year = other.snippet().year();
            newest = newest == null || year != null && year > newest ? year : newest;
            if (other != finding && other.value() != null) {
                withValue++;
                agree += finding.agrees(other) ? 1 : 0;
            }
        }
        Recall recalled = view.memory.recall(
                finding.name() == null ? view.recognition.name() : finding.name(), finding.relation());
        boolean remembered = finding.value() != null && finding.value().equals(recalled.value());
        boolean current = view.current() && !finding.firstHop();
        row[2] = finding.value() == null ? 0 : 1;
        row[3] = nameMatch;
        row[4] = (float) finding.overlap();
        if (snippet.year() != null) {
            float date = date(snippet.year());
            row[5] = 1;
            row[6] = date;
            row[7] = snippet.year().equals(newest) ? 1 : 0;
            row[18] = current ? 2 * (date - MIDDLE) : 0;
        }
        if (snippet.kind() != null) {
            row[DOMAINS + snippet.kind().ordinal()] = 1;
        }
        row[13] = (float) snippet.boilerplate();
        row[14] = withValue == 0 ? 0 : (float) agree / withValue;
        row[15] = remembered ? 1 : 0;
        row[16] = remembered ? View.strength(recalled) : 0;
        row[17] = current ? 1 : 0;
        row[19] = finding.rank() / RESULTS;
        row[20] = agree / FEW;
        row[21] = standing(view, finding.name());
        row[22] = finding.firstHop() ? 1 : 0;
        Title title = view.titles.get(finding.name());
        row[23] = title == null ? 0 : view.behind(title.likeness());
        row[24] = view.recognises(finding.name()) ? 1 : 0;
        row[25] = view.recognises(finding.name()) ? view.margin() : 0;
        row[26] = row[14] * nameMatch;
    }

    /** Whether a name is that of a kept picture, or how often kept results led to it. */
    private static float standing(View view, String name) {
        Title title = view.titles.get(name);
        return title != null && title.kept() ? 1 : view.bridges.getOrDefault(name, 0) / FEW;
    }

    static float date(int year) {
        return Math.max(0, Math.min(1, (year - FIRST_YEAR) / YEARS));
    }

    private static void describe(View view, Piece.Thumbnail thumbnail, List<Piece.Thumbnail> all, float[] row) {
        float likeness = view.likeness(thumbnail);
        boolean recognised = view.recognises(thumbnail.title());
        float first = 0;
        float second = 0;
        int same = 0;
        for (Piece.Thumbnail other : all) {
            float alike = view.likeness(other);
            same += other.title().equals(thumbnail.title()) ? 1 : 0;
            second = Math.max(second, Math.min(first, alike));
            first = Math.max(first, alike);
        }
        row[1] = 1;
        row[PICTURES] = View.score(likeness);
        row[PICTURES + 1] = view.behind(likeness);
        row[PICTURES + 2] = recognised ? 1 : 0;
        row[PICTURES + 3] = same / 2f;
        row[PICTURES + 4] = view.margin();
        row[PICTURES + 5] = recognised ? view.margin() : 0;
        row[PICTURES + 6] = -view.behind(second);
    }
}
