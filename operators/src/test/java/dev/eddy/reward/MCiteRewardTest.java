// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue.Judgement;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MCiteRewardTest {
    private static final Offset<Double> EXACT = within(1e-10);
    private static final PageRegion WHOLE = part("p3", 100, 100, 300, 200);
    private static final PageRegion A_THIRD = part("p3", 200, 100, 400, 200);
    private static final PageRegion HALF = part("p3", 100, 100, 200, 200);
    private static final PageRegion THREE_TENTHS = part("p3", 150, 120, 250, 180);
    private static final PageRegion BESIDE = part("p3", 400, 300, 500, 400);
    private static final Label LABEL = Label.newBuilder()
            .setQueryId("q")
            .setTargets(List.of("4,512"))
            .setMetric("exact_match")
            .setGoldPages(List.of("p3"))
            .setGoldBoxes(List.of(WHOLE))
            .build();

    @Test
    void sumsFourTermsByTheirWeights() {
        assertThat(total(run("4,512", WHOLE, WHOLE, "p3"))).isCloseTo(1.0, EXACT);
        assertThat(total(run("4,512", A_THIRD, WHOLE, "p1", "p3"))).isCloseTo(0.7261859507, EXACT);
        assertThat(total(run("4,512", BESIDE, BESIDE, "p1"))).isCloseTo(0.4, EXACT);
        assertThat(total(run("5", WHOLE, WHOLE, "p3"))).isCloseTo(0.6, EXACT);
        assertThat(total(run("4,512", THREE_TENTHS, HALF, "p3"))).isCloseTo(0.74, EXACT);
    }

    @Test
    void theGroupOfTheExamplesHasTheseAdvantages() {
        double[] rewards = {
            total(run("4,512", WHOLE, WHOLE, "p3")),
            total(run("4,512", A_THIRD, WHOLE, "p1", "p3")),
            total(run("4,512", BESIDE, BESIDE, "p1")),
            total(run("5", WHOLE, WHOLE, "p3")),
            total(run("4,512", WHOLE, null, "p3"))
        };

        assertThat(reward(Map.of()).estimator().orElseThrow().advantages(rewards))
                .containsExactly(
                        new double[] {1.2143956177, 0.4832043806, -0.3878404377, 0.1462382474, -1.455997808},
                        within(1e-9));
    }

    @Test
    void nothingCountsBehindTheGate() {
        TrajectorySummary noCrop = run("4,512", WHOLE, null, "p3");
        TrajectorySummary noCitation = run("4,512", null, WHOLE, "p3");
        TrajectorySummary noSearch = TrajectorySummary.newBuilder(run("4,512", WHOLE, WHOLE, "p3"))
                .setStats(Map.of("searches", 0.0))
                .build();
        TrajectorySummary noAnswer = TrajectorySummary.newBuilder(run("4,512", WHOLE, WHOLE, "p3"))
                .setTermination(Termination.TURN_LIMIT)
                .setAnswers(List.of())
                .setCitation(null)
                .build();
        for (TrajectorySummary run : List.of(noCrop, noCitation, noSearch, noAnswer)) {
            assertThat(total(run)).isZero();
            assertThat(scored(run).figures()).containsEntry("gatePassShare", 0.0);
        }
        assertThat(scored(noCrop).task()).as("accuracy knows no gate").isEqualTo(1);
        assertThat(total(in("no_format", noCrop))).isCloseTo(0.9, EXACT);
        assertThat(total(in("no_format", noAnswer))).isCloseTo(0.3, EXACT);
    }

    @Test
    void theLastCropCountsAlone() {
        TrajectorySummary run = TrajectorySummary.newBuilder(run("4,512", WHOLE, WHOLE, "p3"))
                .setCrops(List.of(WHOLE, HALF))
                .build();

        assertThat(total(run)).isCloseTo(0.95, EXACT);
        assertThat(scored(run).figures())
                .containsEntry("meanIoGT", 0.5)
                .containsEntry("ioGTOfCrop1", 1.0)
                .containsEntry("ioGTOfCrop2", 0.5)
                .containsEntry("leastIoGT", 0.5);
    }

    @Test
    void boxesOnAnotherPageCountNothing() {
        PageRegion elsewhere = part("p1", 100, 100, 300, 200);

        assertThat(total(run("4,512", elsewhere, elsewhere, "p3", "p1"))).isCloseTo(0.6, EXACT);
    }

    @ParameterizedTest
    @CsvSource({
        "trained, 0.65",
        "cold_start, 0.65",
        "rag, 0.65",
        "no_search, 0.45",
        "no_ans, 0.25",
        "no_out, 0.65",
        "no_proc, 0.6",
        "no_cit, 0.6",
        "no_format, 0.65"
    })
    void eachAblationTakesOnePartAway(String mode, double total) {
        assertThat(total(in(mode, run("4,512", BESIDE, HALF, "p3")))).isCloseTo(total, EXACT);
    }

    @Test
    void componentsAreTheSummandsOfTheTotal() {
        Score.Scored scored = scored(run("4,512", A_THIRD, HALF, "p1", "p3"));

        assertThat(scored.components()).containsOnlyKeys("pages", "answer", "citation", "process");
        assertThat(scored.components().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(scored.total(), EXACT);
        assertThat(scored.figures())
                .containsEntry("iouAtHalf", 0.0)
                .containsEntry("firstHitRank", 2.0)
                .containsEntry("relaxedEM", 1.0)
                .containsEntry("rougeL", 1.0)
                .containsEntry("gatePassShare", 1.0);
        assertThat(scored.figures().get("meanIoU")).isCloseTo(1 / 3.0, EXACT);
        assertThat(scored.figures().get("nDCG")).isCloseTo(0.6309297536, EXACT);
    }

    @Test
    void figuresThatTheLabelKnowsNothingOfAreLeftOut() {
        Label bare = Label.newBuilder(LABEL)
                .setGoldPages(List.of())
                .setGoldBoxes(List.of())
                .build();
        Score.Scored scored = (Score.Scored) reward(Map.of()).score(run("4,512", WHOLE, WHOLE, "p3"), bare, List.of());

        assertThat(scored.figures()).containsOnlyKeys("gatePassShare", "relaxedEM", "rougeL");
        assertThat(scored(run("4,512", WHOLE, WHOLE, "p1")).figures()).doesNotContainKey("firstHitRank");
    }

    @Test
    void vragRlIsJudgedOnRunsThatSearchedAndAnswered() {
        assertThat(vrag(true, "p1", "p3").total()).isCloseTo(0.9261859507, EXACT);
        assertThat(vrag(false, "p3").total()).isCloseTo(0.3, EXACT);
        assertThat(vrag(true, "p1").total()).isCloseTo(0.8, EXACT);

        TrajectorySummary run = in("vrag_rl", run("4512!", WHOLE, null, "p3"));
        assertThat(reward(Map.of()).asks(run, LABEL))
                .containsExactly(new Effect.Judge(0, run.getQuery().getText(), "4512!", List.of("4,512")));
        assertThat(reward(Map.of()).asks(in("trained", run), LABEL)).isEmpty();

        TrajectorySummary noSearch = TrajectorySummary.newBuilder(run)
                .setStats(Map.of("searches", 0.0))
                .build();
        assertThat(reward(Map.of()).asks(noSearch, LABEL)).isEmpty();
        assertThat(total(noSearch)).isZero();
    }

    @Test
    void aJudgeThatFailsIsNoReward() {
        TrajectorySummary run = in("vrag_rl", run("4,512", WHOLE, WHOLE, "p3"));
        EffectResult failed = new Failed(0, EffectStatus.TIMEOUT, "no answer in time");

        assertThat(reward(Map.of()).score(run, LABEL, List.of(failed)))
                .isEqualTo(new Score.Unscorable("the judge gave no verdict: TIMEOUT: no answer in time"));
        assertThat(reward(Map.of()).score(run, LABEL, List.of())).isInstanceOf(Score.Unscorable.class);
    }

    @Test
    void evaluationsMayAskWhetherTheCitationSupportsTheAnswer() {
        AgentReward judged = reward(Map.of("judge-citations", "true"));
        TrajectorySummary run = evaluated("vrag_rl", run("4512", A_THIRD, WHOLE, "p3"));

        List<Effect> asked = judged.asks(run, LABEL);
        assertThat(asked)
                .hasSize(2)
                .endsWith(new Effect.JudgeCitation(1, run.getQuery().getText(), "4512", A_THIRD));
        assertThat(consistency(
                        judged, run, new Completed(0, new Judgement(true)), new Completed(1, new Judgement(false))))
                .isEqualTo(0);
        assertThat(consistency(
                        judged, run, new Completed(0, new Judgement(false)), new Completed(1, new Judgement(true))))
                .isEqualTo(1);
        assertThat(consistency(
                        judged,
                        run,
                        new Completed(0, new Judgement(true)),
                        new Failed(1, EffectStatus.UNAVAILABLE, "down")))
                .as("a figure is missing, no reward")
                .isNull();

        TrajectorySummary uncited = evaluated("trained", run("4512", null, WHOLE, "p3"));
        assertThat(judged.asks(uncited, LABEL)).isEmpty();
        assertThat(consistency(judged, uncited)).as("nothing supports it").isEqualTo(0);
        assertThat(judged.asks(in("trained", run("4512", WHOLE, WHOLE, "p3")), LABEL))
                .as("not in training")
                .isEmpty();
        assertThat(reward(Map.of()).asks(evaluated("trained", run), LABEL)).isEmpty();
    }

    private static Double consistency(AgentReward reward, TrajectorySummary run, EffectResult... verdicts) {
        return ((Score.Scored) reward.score(run, LABEL, List.of(verdicts)))
                .figures()
                .get("citationConsistency");
    }

    private static TrajectorySummary evaluated(String mode, TrajectorySummary run) {
        return TrajectorySummary.newBuilder(run)
                .setQuery(Query.newBuilder(run.getQuery())
                        .setMode(mode)
                        .setPurpose(Purpose.EVAL)
                        .build())
                .build();
    }

    @Test
    void searchR1CountsTheAnswerAlone() {
        assertThat(total(in("search_r1", run("4,512", BESIDE, null, "p1")))).isEqualTo(1);
        assertThat(total(in("search_r1", run("5", WHOLE, WHOLE, "p3")))).isZero();
    }

    @ParameterizedTest
    @CsvSource({"4512, 0, p3, 1.0", "4512, 1, p3, 0.8", "5, 0, p1, 0.2", "5, 0, p3, 0.3", "5, 1, p3, 0"})
    void searchR1MayValueFormAndRetrieval(String answer, double invalid, String page, double total) {
        TrajectorySummary run = TrajectorySummary.newBuilder(in("search_r1", run(answer, WHOLE, WHOLE, page)))
                .setStats(Map.of("searches", 1.0, "invalidActions", invalid))
                .build();
        AgentReward reward = reward(Map.of("search-r1-format", "0.2", "search-r1-retrieval", "0.1"));

        assertThat(((Score.Scored) reward.score(run, LABEL, List.of())).total()).isCloseTo(total, EXACT);
    }

    @Test
    void weightsAreSettings() {
        AgentReward reward = reward(Map.of("pages", "0", "answer", "1", "citation", "2", "process", "0"));

        assertThat(((Score.Scored) reward.score(run("4,512", A_THIRD, WHOLE, "p3"), LABEL, List.of())).total())
                .isCloseTo(1 + 2 / 3.0, EXACT);
        assertThatThrownBy(() -> reward(Map.of("answer", "-1"))).hasMessageContaining("not negative");
        assertThatThrownBy(() -> reward(Map.of("answer", "much"))).hasMessageContaining("'much'");
        assertThatThrownBy(() -> reward(Map.of("alpha", "1"))).hasMessageContaining("[alpha]");
        assertThatThrownBy(() -> reward(Map.of("search-r1-format", "2"))).hasMessageContaining("search-r1-format");
    }

    private static Score.Scored vrag(boolean accepted, String... pages) {
        List<EffectResult> verdict = List.of(new Completed(0, new Judgement(accepted)));
        return (Score.Scored) reward(Map.of()).score(in("vrag_rl", run("4512", WHOLE, null, pages)), LABEL, verdict);
    }

    private static double total(TrajectorySummary run) {
        return scored(run).total();
    }

    private static Score.Scored scored(TrajectorySummary run) {
        return (Score.Scored) reward(Map.of()).score(run, LABEL, List.of());
    }

    private static AgentReward reward(Map<String, String> settings) {
        return AgentRewards.create(Map.of("mcite", settings)).get("mcite");
    }

    /** A run that searched once and answered; citation and crop null for none. */
    private static TrajectorySummary run(String answer, PageRegion citation, PageRegion crop, String... pages) {
        return Samples.trajectory("q", 0, 8, Purpose.TRAIN, Termination.ANSWERED)
                .setAnswers(List.of(answer))
                .setContext(List.of(pages))
                .setStats(Map.of("searches", 1.0))
                .setCitation(citation)
                .setCrops(crop == null ? List.of() : List.of(crop))
                .build();
    }

    private static TrajectorySummary in(String mode, TrajectorySummary run) {
        return TrajectorySummary.newBuilder(run)
                .setQuery(Query.newBuilder(run.getQuery()).setMode(mode).build())
                .build();
    }

    private static PageRegion part(String page, int left, int top, int right, int bottom) {
        return new PageRegion(page, new Region(left, top, right, bottom), 600, 400, "a".repeat(64));
    }
}
