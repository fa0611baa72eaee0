// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The queries that the policy can propose, and what it is told of each: names that the picture may show or that searches led to,
 * in seven forms each, and the question word for word. Two forms and the question are poor ones. Immutable.
 */
final class QueryRows {
    static final int MOST_PICKS = 5;
    static final int FEATURES = 30;
    /** Stands for the end of the list. */
    static final String END = "";

    private static final Pattern SEPARATORS = Pattern.compile("[,\"<>]");
    private static final int FORMS = 7;
    private static final int MOST_NAMES = 3;
    private static final float FEW = 3;

    private final View view;
    private final Map<String, Candidate> candidates = new LinkedHashMap<>();

    /** @param name null for the question word for word */
    private record Candidate(String name, int form, boolean bridge) {}

    QueryRows(View view) {
        this.view = view;
        if (view.question != null) {
            List<String> names = new ArrayList<>();
            if (view.recognition.name() != null) {
                names.add(view.recognition.name());
            }
            view.titles.keySet().stream()
                    .filter(title -> !view.recognises(title) && speakable(title))
                    .limit(MOST_NAMES)
                    .forEach(names::add);
            names.forEach(name -> add(name, false));
            view.bridges.keySet().stream()
                    .filter(QueryRows::speakable)
                    .limit(MOST_NAMES)
                    .forEach(bridge -> add(bridge, true));
        }
        String question =
                SEPARATORS.matcher(view.dialogue.asked().text()).replaceAll(" ").strip();
        candidates.put(question.isEmpty() ? "?" : question, new Candidate(null, FORMS, false));
    }

    /** Whether foreign text can stand in a list of queries as it is: what separates queries would make two of one. */
    private static boolean speakable(String name) {
        return !name.isBlank()
                && name.equals(name.strip())
                && !SEPARATORS.matcher(name).find();
    }

    private void add(String name, boolean bridge) {
        boolean firstHop = view.twoHops() && !bridge;
        Relation wanted = firstHop ? view.question.link() : view.question.relation();
        Relation[] all = Relation.values();
        Relation other = all[(wanted.ordinal() + 1) % all.length];
        String plain = name + " " + wanted.word();
        String second = firstHop ? plain + " " + view.question.relation().word() : name + " " + wanted.synonym();
        List<String> forms = List.of(
                name,
                name + " " + other.word(),
                plain,
                plain + " latest",
                second,
                plain + " official",
                plain + " 2026");
        for (int form = 0; form < FORMS; form++) {
            candidates.putIfAbsent(forms.get(form), new Candidate(name, form, bridge));
        }
    }

    /** What can be picked next; the end of the list once something was picked. */
    List<String> open(List<String> picked) {
        List<String> open = new ArrayList<>(candidates.keySet());
        open.removeAll(picked);
        if (!picked.isEmpty()) {
            open.add(END);
        }
        return open;
    }

    /** One row a query of {@link #open}. */
    float[][] rows(List<String> open, List<String> picked) {
        float[][] rows = new float[open.size()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = open.get(i).equals(END) ? end(picked) : row(candidates.get(open.get(i)), picked);
        }
        return rows;
    }

    private float[] end(List<String> picked) {
        float[] row = common(picked);
        row[1] = 1;
        row[11] = row[10];
        return row;
    }

    private float[] common(List<String> picked) {
        float[] row = new float[FEATURES];
        row[0] = 1;
        row[10] = (float) picked.size() / MOST_PICKS;
        row[23] = view.textSearches();
        row[24] = view.twoHops() ? 1 : 0;
        row[27] = view.current() ? 1 : 0;
        return row;
    }

    private float[] row(Candidate candidate, List<String> picked) {
        float[] row = common(picked);
        row[2 + candidate.form] = 1; // the eighth is the question word for word
        String name = candidate.name;
        if (name == null) {
            return row;
        }
        Title title = candidate.bridge ? null : view.titles.get(name);
        boolean recognised = !candidate.bridge && view.recognises(name);
        row[12] = recognised ? 1 : 0;
        row[13] = title == null ? 0 : 1;
        row[14] = candidate.bridge ? 1 : 0;
        row[15] = candidate.bridge || title != null && title.kept() ? 1 : 0;
        if (title != null) {
            row[16] = View.score(title.likeness());
            row[17] = view.behind(title.likeness());
            row[18] = recognised ? 1 : 0;
            row[29] = title.kept() ? 1 : 0;
            row[22] = title.count() / FEW;
        }
        if (recognised) {
            row[19] = view.margin();
            row[20] = View.score(view.recognition.likeness());
        }
        for (String query : picked) {
            row[21] += query.contains(name) ? 1f / MOST_PICKS : 0;
        }
        if (candidate.bridge) {
            row[22] = view.bridges.get(name) / FEW;
            row[25] = view.twoHops() ? 1 : 0;
            row[28] = 1;
        }
        row[26] = view.lastQuery().contains(name) ? 1 : 0;
        return row;
    }
}
