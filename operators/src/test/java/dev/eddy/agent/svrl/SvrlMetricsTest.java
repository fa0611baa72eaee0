// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static dev.eddy.reward.SvrlRuns.byPicture;
import static dev.eddy.reward.SvrlRuns.byText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.metric.Figure;
import dev.eddy.metric.TrajectoryMetrics;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.reward.SvrlRuns;
import dev.eddy.schemas.MetricTally;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SvrlMetricsTest {
    private final TrajectoryMetrics metrics = new TrajectoryMetrics(Map.of("svrl", new SvrlMetrics().derived()));
    private final Scoring scoring = new Scoring(AgentRewards.create(Map.of()));
    private final Map<String, MetricTally> tallies = new HashMap<>();

    @Test
    void everyFigureOfThePaperComesOutOfScoredRuns() {
        SearchUse good = byText(5, 5, "110", "101");
        SearchUse vain = byText(3, 1, "00", "10");
        SearchUse bad = byText(2, 0, "1", "1");
        add(SvrlRuns.run("trained", "1897", byPicture("1", "1"), good), false, 2);
        add(SvrlRuns.run("trained", "1898", vain), false, 1);
        add(SvrlRuns.run("trained", "1897", bad), true, 0);
        add(SvrlRuns.run("trained", "1898"), false, 0);
        add(SvrlRuns.run("trained", "1897"), true, 0);

        Map<String, Double> figures = figures();

        assertThat(figures)
                .containsEntry("searchRatio", 3 / 5.0)
                .containsEntry("searchPrecision", 2 / 3.0)
                .containsEntry("searchRecall", 2 / 3.0)
                .containsEntry("uniqueQueries", 10 / 3.0)
                .containsEntry("accuracySearched", 2 / 3.0)
                .containsEntry("accuracyUnsearched", 1 / 2.0)
                .containsEntry("cacheHitShare", 3 / 4.0)
                .containsEntry("maskAgreement", 4 / 7.0)
                .containsEntry("underFilter", 2 / 7.0)
                .containsEntry("overFilter", 1 / 7.0)
                .as("the good queries are those of the first two runs; the second found nothing of use")
                .containsEntry("wrongGivenGoodQuery", 1 / 2.0)
                .containsEntry("wrongGivenUseful", 0.0)
                .containsEntry("noUsefulGivenGoodQuery", 1 / 2.0)
                .containsEntry("formatValidity", 1.0);
    }

    /** Table S5 of the paper. */
    @Test
    void thePapersVerdictsGiveThePapersShares() {
        String labels = "1".repeat(2851) + "0".repeat(1062) + "0".repeat(1495) + "1".repeat(82);
        String mask = "1".repeat(2851) + "0".repeat(1062) + "1".repeat(1495) + "0".repeat(82);
        add(SvrlRuns.run("trained", "1897", byText(5, 5, labels, mask)), false, 0);

        Map<String, Double> figures = figures();

        assertThat(figures).containsEntry("underFilter", 1495 / 5490.0).containsEntry("overFilter", 82 / 5490.0);
        assertThat(figures.get("maskAgreement")).isCloseTo(0.713, within(5e-4));
        assertThat(figures.get("maskPrecision")).isCloseTo(0.6560, within(5e-5));
        assertThat(figures.get("maskRecall")).isCloseTo(0.9720, within(5e-5));
        assertThat(figures.get("maskSpecificity")).isCloseTo(0.4153, within(5e-5));
    }

    @Test
    void whatGotNoVerdictIsNeitherKeptNorLeft() {
        add(SvrlRuns.run("trained", "1897", byText(5, 5, "1100", "1?0")), false, 0);

        assertThat(figures())
                .containsEntry("maskAgreement", 2 / 4.0)
                .containsEntry("maskPrecision", 1.0)
                .containsEntry("maskRecall", 1.0)
                .containsEntry("maskSpecificity", 1.0);
    }

    /** The paper's accuracies with a search and without, and what its search ratios make of them: MMSearch-R1++ and SVRL on FVQA. */
    @ParameterizedTest
    @CsvSource({"1445, .8028, .510, .786, .5644", "1105, .6139, .564, .794, .6528"})
    void accuracyIsThatOfBothSubsetsByTheSearchRatio(
            int searched, double ratio, double withSearch, double without, double accuracy) {
        addAlike(Math.round(searched * withSearch), "1897", byText(1, 1, "1", "1"));
        addAlike(searched - Math.round(searched * withSearch), "1898", byText(1, 1, "1", "1"));
        addAlike(Math.round((1800 - searched) * without), "1897");
        addAlike(1800 - searched - Math.round((1800 - searched) * without), "1898");

        Map<String, Double> figures = figures();

        assertThat(figures.get("searchRatio")).isCloseTo(ratio, within(5e-5));
        assertThat(figures.get("accuracySearched")).isCloseTo(withSearch, within(5e-4));
        assertThat(figures.get("accuracyUnsearched")).isCloseTo(without, within(5e-4));
        assertThat(figures.get("accuracy")).isCloseTo(accuracy, within(5e-5));
    }

    private void addAlike(long count, String answer, SearchUse... searches) {
        for (long i = 0; i < count; i++) {
            add(SvrlRuns.run("trained", answer, searches), false, 0);
        }
    }

    private void add(TrajectorySummary.Builder builder, boolean searchFree, int cacheHits) {
        List<SearchUse> searches = builder.getSearches();
        Map<String, Double> stats = new HashMap<>(builder.getStats());
        long byText = searches.stream().filter(use -> !use.getByPicture()).count();
        stats.put("searched", searches.isEmpty() ? 0.0 : 1.0);
        stats.put("textSearches", (double) byText);
        stats.put("queries", (double)
                searches.stream().mapToInt(use -> use.getQueries().size()).sum());
        stats.put("lookups", (double) searches.size());
        stats.put("cacheHits", (double) cacheHits);
        TrajectorySummary run = builder.setStats(stats).build();
        RewardedTrajectory rewarded = scoring.score(
                run,
                new TrajectoryRef("q/0", "trajectories", 0, 0L),
                SvrlRuns.label(searchFree),
                null,
                verdicts(searches),
                0);
        assertThat(rewarded.getError()).isNull();
        metrics.samples(rewarded)
                .get(0)
                .getValues()
                .forEach((name, value) -> tallies.merge(
                        name,
                        new MetricTally(value, 1L),
                        (one, other) ->
                                new MetricTally(one.getSum() + other.getSum(), one.getCount() + other.getCount())));
    }

    private static List<EffectResult> verdicts(List<SearchUse> searches) {
        return searches.isEmpty()
                ? List.of()
                : List.of(new Completed(
                        0,
                        new Verdicts(
                                searches.stream()
                                        .flatMap(use -> use.getQueries().stream())
                                        .map(query -> query.endsWith(SvrlRuns.USEFUL))
                                        .toList(),
                                searches.stream()
                                        .flatMap(use -> use.getSnippets().stream())
                                        .map(snippet -> snippet.getText().endsWith(SvrlRuns.USEFUL))
                                        .toList())));
    }

    private Map<String, Double> figures() {
        Map<String, Double> figures = new HashMap<>();
        for (Figure figure : metrics.figures("svrl", tallies)) {
            figures.put(figure.name(), figure.value());
        }
        return figures;
    }
}
