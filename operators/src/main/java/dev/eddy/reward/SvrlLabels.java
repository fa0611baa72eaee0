// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.schemas.SearchLabels;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a verifier that knows the target says of a run's searches.
 *
 * @param searches one each, in order
 */
record SvrlLabels(List<Search> searches) {
    SvrlLabels {
        searches = List.copyOf(searches);
    }

    /**
     * @param queries whether each proposed query is useful
     * @param snippets whether each result that was shown is useful
     */
    record Search(SearchUse use, List<Boolean> queries, List<Boolean> snippets) {
        /** True where the query that was asked is useful. */
        boolean askedWell() {
            for (int i = 0; i < use.getQueries().size(); i++) {
                if (queries.get(i) && use.getQueries().get(i).equals(use.getExecuted())) {
                    return true;
                }
            }
            return false;
        }

        /** Verdicts that the model should have given: too many are as wrong as too few. */
        int positions() {
            return Math.max(use.getMask().size(), snippets.size());
        }

        /** Verdicts that agree with the labels. */
        int agreements() {
            return (int) count(true, true) + (int) count(false, false);
        }

        /** How many results of this label the model gave this verdict. */
        long count(boolean label, boolean verdict) {
            long count = 0;
            for (int i = 0; i < Math.min(use.getMask().size(), snippets.size()); i++) {
                Boolean given = use.getMask().get(i);
                count += snippets.get(i) == label && given != null && given == verdict ? 1 : 0;
            }
            return count;
        }
    }

    /** All queries that were proposed, in order: what a verifier is asked about. */
    static List<String> queries(List<SearchUse> searches) {
        return searches.stream().flatMap(use -> use.getQueries().stream()).toList();
    }

    /** All results that were shown, in order. */
    static List<Snippet> snippets(List<SearchUse> searches) {
        return searches.stream().flatMap(use -> use.getSnippets().stream()).toList();
    }

    /** @throws IllegalArgumentException if there is not one verdict for each query and each result */
    static SvrlLabels of(List<SearchUse> searches, Verdicts verdicts) {
        int queries = queries(searches).size();
        int snippets = snippets(searches).size();
        if (verdicts.queries().size() != queries || verdicts.snippets().size() != snippets) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the verifier was asked about %d queries and %d results and judged %d and %d",
                    queries,
                    snippets,
                    verdicts.queries().size(),
                    verdicts.snippets().size()));
        }
        List<Search> labelled = new ArrayList<>();
        int query = 0;
        int snippet = 0;
        for (SearchUse use : searches) {
            int nextQuery = query + use.getQueries().size();
            int nextSnippet = snippet + use.getSnippets().size();
            labelled.add(new Search(
                    use,
                    verdicts.queries().subList(query, nextQuery),
                    verdicts.snippets().subList(snippet, nextSnippet)));
            query = nextQuery;
            snippet = nextSnippet;
        }
        return new SvrlLabels(labelled);
    }

    /** As scored records carry them. */
    List<SearchLabels> records() {
        return searches.stream()
                .map(search -> new SearchLabels(search.queries(), search.snippets()))
                .toList();
    }

    /** Share of the proposed queries that are useful, over all searches by text; 0 where none was proposed. */
    double usefulQueries() {
        long useful = 0;
        long all = 0;
        for (Search search : searches) {
            useful += search.queries().stream().filter(label -> label).count();
            all += search.queries().size();
        }
        return all == 0 ? 0 : (double) useful / all;
    }

    /** Share of the verdicts that agree with the labels; 1 where nothing was shown. */
    double agreement() {
        if (searches.stream().allMatch(search -> search.snippets().isEmpty())) {
            return 1;
        }
        int agreements = 0;
        int positions = 0;
        for (Search search : searches) {
            agreements += search.agreements();
            positions += search.positions();
        }
        return (double) agreements / positions;
    }
}
