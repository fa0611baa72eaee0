// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.metric.AgentMetrics;
import dev.eddy.metric.DerivedMetric;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.DerivedMetric.Ratio;
import dev.eddy.metric.FigureInfo;
import java.util.List;

/**
 * What SVRL's stats and its labels tell of many runs: whether it searches where it must, how it asks, how its verdicts agree with a
 * verifier's, and where the way from a good query to a right answer breaks.
 */
public final class SvrlMetrics implements AgentMetrics {
    private static final String RUNS = "trajectories";

    @Override
    public String agent() {
        return SvrlAgent.NAME;
    }

    @Override
    public List<DerivedMetric> derived() {
        return List.of(
                new Ratio("searchRatio", "searched", RUNS),
                new Ratio("searchPrecision", "searchedRequired", "searchKnown"),
                new Ratio("searchRecall", "searchedRequired", "searchRequired"),
                new Ratio("uniqueQueries", "queries", "textSearches"),
                new Ratio("maskAgreement", "maskAgreements", "maskPositions"),
                new Ratio("underFilter", "underFiltered", "maskPositions"),
                new Ratio("overFilter", "overFiltered", "maskPositions"),
                new Ratio("maskPrecision", "keptUseful", "keptResults"),
                new Ratio("maskRecall", "keptUseful", "usefulJudged"),
                new Ratio("maskSpecificity", "leftUseless", "uselessJudged"),
                new Ratio("accuracySearched", "matchSearched", "scoredSearched"),
                new Ratio("accuracyUnsearched", "matchUnsearched", "unsearched"),
                new Ratio("wrongGivenGoodQuery", "wrongGoodQuery", "goodQuery"),
                new Ratio("wrongGivenUseful", "wrongUseful", "usefulGoodQuery"),
                new Ratio("noUsefulGivenGoodQuery", "noUsefulGoodQuery", "goodQuery"),
                new Ratio("cacheHitShare", "cacheHits", "lookups"),
                new Ratio("formatValidity", "validTurns", "turns"),
                new Ratio("maskValidity", "validMasks", "masks"),
                new Ratio("toolFailureShare", "toolFailed", RUNS),
                new Breakdown("endShare", "cause", "end.", RUNS));
    }

    @Override
    public List<FigureInfo> figures() {
        return SvrlFigureInfos.ALL;
    }
}
