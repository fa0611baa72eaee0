// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import static dev.eddy.reward.SvrlRuns.byPicture;
import static dev.eddy.reward.SvrlRuns.byText;
import static dev.eddy.reward.SvrlRuns.label;
import static dev.eddy.reward.SvrlRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SearchLabels;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SvrlRewardTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final SearchUse PERFECT = byText(5, 5, "11", "11");

    @Test
    void aKnownAnswerWithoutSearchIsWorthAll() {
        assertThat(total(run("trained", "1897"), label(true))).isCloseTo(1.0, EXACT);
    }

    @Test
    void factorsMultiply() {
        Score.Scored scored = scored(run("trained", "1897", byText(5, 4, "1011", "1010")), label(false));

        assertThat(scored.components())
                .containsEntry("aware", 1.0)
                .containsEntry("count", 1.0)
                .containsEntry("queryAlign", 0.8)
                .containsEntry("snippetAlign", 0.75)
                .containsEntry("format", 1.0);
        assertThat(scored.total()).isCloseTo(0.64, EXACT);
        assertThat(scored.searches())
                .containsExactly(
                        new SearchLabels(List.of(true, true, true, true, false), List.of(true, false, true, true)));
    }

    @Test
    void aSearchThatWasNotNeededCostsMost() {
        assertThat(total(run("trained", "1897", PERFECT), label(true))).isCloseTo(0.19, EXACT);
        assertThat(total(run("trained", "1897", PERFECT), label(null)))
                .as("nobody knows whether it was needed")
                .isCloseTo(1.0, EXACT);
    }

    @Test
    void aWrongAnswerIsWorthItsFormAlone() {
        assertThat(total(run("trained", "1898", PERFECT), label(false))).isCloseTo(0.1, EXACT);
    }

    @Test
    void severalSearchesArePooled() {
        SearchUse first = byText(5, 4, "11100", "11111");
        SearchUse second = byText(3, 2, "1010", "1010");

        Score.Scored scored = scored(run("trained", "in 1897", 2, first, second), label(false));

        assertThat(scored.components().get("count")).isCloseTo(0.8, EXACT);
        assertThat(scored.components().get("queryAlign")).isCloseTo(0.75, EXACT);
        assertThat(scored.components().get("snippetAlign")).isCloseTo(7 / 9.0, EXACT);
        assertThat(scored.total()).isCloseTo(0.4866666667, within(1e-9));
    }

    @Test
    void missingVerdictsDisagree() {
        Score.Scored scored = scored(run("trained", "1897", byPicture("10100", "101")), label(false));

        assertThat(scored.components()).containsEntry("count", 1.0).containsEntry("queryAlign", 1.0);
        assertThat(scored.total()).isCloseTo(0.64, EXACT);
    }

    @Test
    void tooManyVerdictsAndWhatIsNoneDisagree() {
        assertThat(scored(run("trained", "1897", byPicture("10", "101?")), label(false))
                        .components()
                        .get("snippetAlign"))
                .isCloseTo(0.5, EXACT);
        assertThat(scored(run("trained", "1897", byPicture("10", "?0")), label(false))
                        .components()
                        .get("snippetAlign"))
                .isCloseTo(0.5, EXACT);
    }

    @Test
    void aSearchWithoutUsableQueryIsWorthTheLeast() {
        assertThat(total(run("trained", "1897", byText(0, 0, "", "")), label(false)))
                .isCloseTo(0.10225, EXACT);
    }

    @Test
    void agreementIsNeverBelowTheLeast() {
        assertThat(scored(run("trained", "1897", byText(5, 0, "11", "00")), label(false))
                        .components())
                .containsEntry("queryAlign", 0.05)
                .containsEntry("snippetAlign", 0.05);
    }

    @Test
    void aRunWithoutAnswerIsWorthItsForm() {
        TrajectorySummary run = run("trained", "x", PERFECT)
                .setAnswers(List.of())
                .setTermination(Termination.TURN_LIMIT)
                .setStats(Map.of("turns", 2.0, "validTurns", 1.0))
                .build();

        assertThat(score(Map.of(), run, label(false), perfect(run)))
                .isInstanceOfSatisfying(
                        Score.Scored.class, scored -> assertThat(scored.total()).isCloseTo(0.05, EXACT));
        assertThat(((Score.Scored) score(Map.of("whole-format", "true"), run, label(false), perfect(run))).total())
                .isZero();
    }

    @Test
    void advantagesOfTheWorkedGroup() {
        double[] rewards = {1.0, 0.64, 0.19, 0.1};

        assertThat(AdvantageEstimator.DR_GRPO.advantages(rewards))
                .containsExactly(new double[] {0.5175, 0.1575, -0.2925, -0.3825}, EXACT);
        assertThat(AdvantageEstimator.GRPO.advantages(rewards))
                .containsExactly(new double[] {1.2376776457, 0.3766845009, -0.6995569302, -0.9148052164}, within(1e-9));
        assertThat(reward(Map.of()).estimator()).contains(AdvantageEstimator.DR_GRPO);
    }

    @ParameterizedTest
    @CsvSource({
        "trained, 0.03",
        "direct, 0.03",
        "trained_tts_k8, 0.03",
        "no_aware, 0.3",
        "query_align, 0.66666666667",
        "search_aware, 0.1",
        "mmsearch_r1, 0.9",
        "mmsearch_r1_masks, 0.9",
        "mmsearch_r1_rich, 0.9",
        "react, 0.9"
    })
    void everyModeHasItsFactors(String mode, double product) {
        // aware 0.1, count 3 / 5, queries 2 / 3, snippets 3 / 4
        TrajectorySummary.Builder run = run(mode, "1897", byText(3, 2, "1110", "1111"));

        assertThat(total(run, label(true))).isCloseTo(0.9 * product + 0.1, within(1e-8));
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0, true, 1.0, 1.0",
        "true, 1, true, 0.91, 0.91",
        "true, 2, true, 0.91, 0.829",
        "true, 2, false, 0.81, 0.729",
        "false, 0, true, 0.1, 0.1",
        "false, 2, false, 0, 0"
    })
    void theAncestorDiscountsTools(boolean right, int calls, boolean format, double once, double each) {
        SearchUse[] searches = List.of(byPicture("1", ""), byText(1, 1, "1", ""))
                .subList(0, calls)
                .toArray(SearchUse[]::new);
        TrajectorySummary run = run("mmsearch_r1", right ? "1897" : "1", format ? calls + 1 : calls, searches)
                .build();

        assertThat(((Score.Scored) score(Map.of(), run, label(true), List.of())).total())
                .isCloseTo(once, EXACT);
        assertThat(((Score.Scored) score(Map.of("discount-each", "true"), run, label(true), List.of())).total())
                .isCloseTo(each, EXACT);
    }

    @Test
    void theAncestorKnowsFourSequencesOfActions() {
        SearchUse picture = byPicture("1", "");
        SearchUse text = byText(1, 1, "1", "");

        assertThat(format(picture, text)).isEqualTo(1);
        assertThat(format(text)).isEqualTo(1);
        assertThat(format(text, picture)).isZero();
        assertThat(format(text, text)).isZero();
    }

    private static double format(SearchUse... searches) {
        return scored(run("mmsearch_r1", "1897", searches), label(false))
                .components()
                .get("format");
    }

    @Test
    void aVerifierIsAskedAboutAllThatWasProposedAndShown() {
        TrajectorySummary run = run("trained", "1897", byPicture("10", "10"), byText(2, 1, "1", "1"))
                .build();

        assertThat(reward(Map.of()).asks(run, label(false)))
                .singleElement()
                .isInstanceOfSatisfying(Effect.Verify.class, verify -> {
                    assertThat(verify.targets()).containsExactly("1897", "in 1897");
                    assertThat(verify.queries()).containsExactly("query 0 useful", "query 1");
                    assertThat(verify.snippets()).hasSize(3);
                    assertThat(verify.pictures()).hasSize(1);
                });
        assertThat(reward(Map.of()).asks(run("trained", "1897").build(), label(false)))
                .isEmpty();
    }

    @Test
    void withoutAVerifierThereIsNoRewardThatNeedsOne() {
        TrajectorySummary run = run("trained", "1897", PERFECT).build();
        EffectResult failed = new Failed(0, EffectStatus.UNAVAILABLE, "down");

        assertThat(score(Map.of(), run, label(false), List.of(failed)))
                .isEqualTo(new Score.Unscorable("the verifier gave no verdict: UNAVAILABLE: down"));
        assertThat(score(Map.of(), run, label(false), List.of())).isInstanceOf(Score.Unscorable.class);
    }

    @Test
    void rewardsThatNeedNoLabelsDoWithout() {
        for (String mode : List.of("search_aware", "mmsearch_r1")) {
            Score score = score(Map.of(), run(mode, "1897", PERFECT).build(), label(false), List.of());

            assertThat(score)
                    .isInstanceOfSatisfying(
                            Score.Scored.class,
                            scored -> assertThat(scored.figures())
                                    .doesNotContainKey("maskAgreements")
                                    .containsEntry("searchedRequired", 1.0));
        }
    }

    @Test
    void theJudgesVerdictTakesThePlaceOfTheMatch() {
        TrajectorySummary run = run("llm_judge", "built in 1897, I think").build();
        List<Effect> asks = reward(Map.of()).asks(run, label(false));

        assertThat(asks)
                .containsExactly(new Effect.Judge(
                        0, "When was this tower built?", "built in 1897, I think", List.of("1897", "in 1897")));
        Score.Scored accepted = (Score.Scored) score(Map.of(), run, label(false), List.of(judged(0, true)));
        assertThat(accepted.total()).isCloseTo(1.0, EXACT);
        assertThat(accepted.task()).as("accuracy is exact match").isZero();
        assertThat(((Score.Scored) score(Map.of(), run, label(false), List.of(judged(0, false)))).total())
                .isCloseTo(0.1, EXACT);
        assertThat(score(Map.of(), run, label(false), List.of(new Failed(0, EffectStatus.TIMEOUT, "slow"))))
                .isEqualTo(new Score.Unscorable("the judge gave no verdict: TIMEOUT: slow"));
    }

    @Test
    void evaluationMayBeJudgedBesideTheReward() {
        TrajectorySummary train = run("trained", "1897 or so").build();
        TrajectorySummary eval = TrajectorySummary.newBuilder(train)
                .setQuery(Query.newBuilder(train.getQuery())
                        .setPurpose(Purpose.EVAL)
                        .build())
                .build();
        Map<String, String> judged = Map.of("judged", "eval");

        assertThat(reward(judged).asks(train, label(false))).isEmpty();
        assertThat(reward(Map.of()).asks(eval, label(false))).isEmpty();
        assertThat(reward(judged).asks(eval, label(false))).hasSize(1);
        Score.Scored scored = (Score.Scored) score(judged, eval, label(false), List.of(judged(0, true)));
        assertThat(scored.figures()).containsEntry("judgeAccuracy", 1.0);
        assertThat(scored.total()).isCloseTo(0.1, EXACT);
        assertThat(((Score.Scored) score(
                                judged, eval, label(false), List.of(new Failed(0, EffectStatus.UNAVAILABLE, "down"))))
                        .figures())
                .as("a judge that fails costs no reward")
                .doesNotContainKey("judgeAccuracy");
    }

    @Test
    void whichRewardAModeHasIsASetting() {
        TrajectorySummary run = run("trained", "1897", PERFECT).build();

        assertThat(((Score.Scored) score(Map.of("mode.trained", "mmsearch_r1"), run, label(true), List.of())).total())
                .isCloseTo(0.91, EXACT);
        assertThatThrownBy(() -> reward(Map.of("mode.trained", "best"))).hasMessageContaining("'best'");
        assertThatThrownBy(() -> reward(Map.of("format-share", "2"))).hasMessageContaining("format-share");
        assertThatThrownBy(() -> reward(Map.of("queries", "0"))).hasMessageContaining("queries");
        assertThatThrownBy(() -> reward(Map.of("judged", "maybe"))).hasMessageContaining("[none, eval]");
        assertThatThrownBy(() -> reward(Map.of("alpha", "0"))).hasMessageContaining("[alpha]");
    }

    private static double total(TrajectorySummary.Builder run, Label label) {
        return scored(run, label).total();
    }

    private static Score.Scored scored(TrajectorySummary.Builder builder, Label label) {
        TrajectorySummary run = builder.build();
        return (Score.Scored) score(Map.of(), run, label, perfect(run));
    }

    private static Score score(
            Map<String, String> settings, TrajectorySummary run, Label label, List<EffectResult> answers) {
        return reward(settings).score(run, label, answers);
    }

    /** What a verifier that is always right says. */
    static List<EffectResult> perfect(TrajectorySummary run) {
        return run.getSearches().isEmpty()
                ? List.of()
                : List.of(new Completed(
                        0,
                        new EffectValue.Verdicts(
                                SvrlLabels.queries(run.getSearches()).stream()
                                        .map(query -> query.endsWith(SvrlRuns.USEFUL))
                                        .toList(),
                                SvrlLabels.snippets(run.getSearches()).stream()
                                        .map(snippet -> snippet.getText().endsWith(SvrlRuns.USEFUL))
                                        .toList())));
    }

    private static EffectResult judged(int seq, boolean accepted) {
        return new Completed(seq, new EffectValue.Judgement(accepted));
    }

    private static AgentReward reward(Map<String, String> settings) {
        return AgentRewards.create(Map.of("svrl", settings)).get("svrl");
    }
}
