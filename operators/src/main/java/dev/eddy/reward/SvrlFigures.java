// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.schemas.SearchUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a label and a verifier tell of a run of SVRL, by the names that {@code SvrlMetrics} makes shares of. */
final class SvrlFigures {
    private SvrlFigures() {}

    /**
     * @param labels null where there are none; no label figures then
     * @param match of the answer, 0 to 1
     * @param searchFree null where nobody knows
     * @param accepted the judge's verdict; null where there is none
     */
    static Map<String, Double> of(
            List<SearchUse> searches, SvrlLabels labels, double match, Boolean searchFree, Boolean accepted) {
        Map<String, Double> figures = new HashMap<>();
        double searched = searches.isEmpty() ? 0 : 1;
        figures.put("scoredSearched", searched);
        figures.put("unsearched", 1 - searched);
        figures.put("matchSearched", match * searched);
        figures.put("matchUnsearched", match * (1 - searched));
        if (searchFree != null) {
            double required = searchFree ? 0 : 1;
            figures.put("searchRequired", required);
            figures.put("searchKnown", searched);
            figures.put("searchedRequired", searched * required);
        }
        if (accepted != null) {
            figures.put("judgeAccuracy", accepted ? 1.0 : 0.0);
        }
        if (labels != null) {
            verdicts(labels, figures);
            chain(labels, match, figures);
        }
        return figures;
    }

    private static void verdicts(SvrlLabels labels, Map<String, Double> figures) {
        double positions = 0;
        double agreements = 0;
        double rightlyKept = 0;
        double rightlyLeft = 0;
        double under = 0;
        double over = 0;
        for (SvrlLabels.Search search : labels.searches()) {
            if (!search.use().getMask().isEmpty() && !search.snippets().isEmpty()) {
                positions += search.positions();
                agreements += search.agreements();
                rightlyKept += search.count(true, true);
                rightlyLeft += search.count(false, false);
                under += search.count(false, true);
                over += search.count(true, false);
            }
        }
        figures.put("maskPositions", positions);
        figures.put("maskAgreements", agreements);
        figures.put("underFiltered", under);
        figures.put("overFiltered", over);
        figures.put("keptUseful", rightlyKept);
        figures.put("keptResults", rightlyKept + under);
        figures.put("usefulJudged", rightlyKept + over);
        figures.put("leftUseless", rightlyLeft);
        figures.put("uselessJudged", rightlyLeft + under);
    }

    /** From a good query to a useful result to a right answer: where it breaks. */
    private static void chain(SvrlLabels labels, double match, Map<String, Double> figures) {
        double good = 0;
        double useful = 0;
        for (SvrlLabels.Search search : labels.searches()) {
            if (search.askedWell()) {
                good = 1;
                useful = search.snippets().contains(true) ? 1 : useful;
            }
        }
        figures.put("goodQuery", good);
        figures.put("wrongGoodQuery", good * (1 - match));
        figures.put("usefulGoodQuery", useful);
        figures.put("wrongUseful", useful * (1 - match));
        figures.put("noUsefulGoodQuery", good - useful);
    }
}
