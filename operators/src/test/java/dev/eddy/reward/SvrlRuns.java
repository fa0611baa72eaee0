// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.port.Snippets;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Snippet;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs of SVRL as their reward sees them. Queries and results that are useful say so in their text. */
public final class SvrlRuns {
    public static final String USEFUL = "useful";

    private SvrlRuns() {}

    /**
     * A search by text.
     *
     * @param useful how many of its queries are, the first ones
     * @param labels one for each result, 1 for a useful one
     * @param mask the model's verdicts, in the same way
     */
    public static SearchUse byText(int queries, int useful, String labels, String mask) {
        List<String> proposed = IntStream.range(0, queries)
                .mapToObj(i -> "query " + i + (i < useful ? " " + USEFUL : ""))
                .toList();
        return new SearchUse(
                proposed, proposed.isEmpty() ? null : proposed.get(0), false, results(labels), verdicts(mask));
    }

    /** A search by picture. */
    public static SearchUse byPicture(String labels, String mask) {
        return new SearchUse(List.of(), null, true, results(labels), verdicts(mask));
    }

    private static List<Snippet> results(String labels) {
        List<Snippet> results = new ArrayList<>();
        for (int i = 0; i < labels.length(); i++) {
            results.add(Snippets.page("result " + i + (labels.charAt(i) == '1' ? " " + USEFUL : "")));
        }
        return results;
    }

    private static List<Boolean> verdicts(String mask) {
        List<Boolean> verdicts = new ArrayList<>();
        for (char verdict : mask.toCharArray()) {
            verdicts.add(verdict == '1' ? Boolean.TRUE : verdict == '0' ? Boolean.FALSE : null);
        }
        return verdicts;
    }

    /** A run that answered, all of whose turns have their form; one turn more than searches. */
    public static TrajectorySummary.Builder run(String mode, String answer, SearchUse... searches) {
        return run(mode, answer, searches.length + 1, searches);
    }

    /** @param valid how many of its turns have their form */
    public static TrajectorySummary.Builder run(String mode, String answer, int valid, SearchUse... searches) {
        Map<String, Double> stats = new HashMap<>(Map.of("turns", searches.length + 1.0, "validTurns", (double) valid));
        return Samples.trajectory("q", 0, 4, Purpose.TRAIN, Termination.ANSWERED)
                .setQuery(Query.newBuilder()
                        .setQueryId("q")
                        .setAgent("svrl")
                        .setPolicy("svrl")
                        .setMode(mode)
                        .setPurpose(Purpose.TRAIN)
                        .setGroupSize(4)
                        .setPictures(List.of(new Picture("a".repeat(64), 96, 96, null)))
                        .setText("When was this tower built?")
                        .build())
                .setAnswers(List.of(answer))
                .setSearches(List.of(searches))
                .setStats(stats);
    }

    public static Label label(Boolean searchFree) {
        return Label.newBuilder(Samples.label("q", "1897"))
                .setTargets(List.of("1897", "in 1897"))
                .setSearchFree(searchFree)
                .build();
    }
}
