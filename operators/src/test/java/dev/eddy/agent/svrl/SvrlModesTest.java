// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static dev.eddy.agent.svrl.FakeWeb.answer;
import static dev.eddy.agent.svrl.FakeWeb.byPicture;
import static dev.eddy.agent.svrl.FakeWeb.byText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Snippet;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.state.SvrlRun;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SvrlModesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"trained", "query_align", "search_aware", "no_aware", "mmsearch_r1_masks", "rag", "trained_ttv"})
    void modesWithVerdictsAskForThem(String mode) {
        assertThat(instructions(mode)).contains("<verify>", "<text_search>", "<search><img></search>", "yes or no");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mmsearch_r1", "mmsearch_r1_rich", "trained_keep_all", "react", "llm_judge"})
    void modesWithoutVerdictsDoNot(String mode) {
        assertThat(instructions(mode)).doesNotContain("<verify>").contains("<text_search>", "yes or no");
        String reply = "<reason>r</reason> <answer>x</answer>";

        TestRun run = TestRun.of(mode, new FakeWeb().says("<reason>r</reason> <text_search>a</text_search>", reply));

        assertThat(run.stat("validTurns")).isEqualTo(2);
        assertThat(run.stat("masks")).isZero();
        assertThat(run.outcome.searches().get(0).getMask()).isEmpty();
    }

    @Test
    void directAnswersWithoutTools() {
        assertThat(instructions("direct")).doesNotContain("search").contains("yes or no");

        TestRun run = TestRun.of("direct", new FakeWeb().says(byPicture()));

        assertThat(run.shown(0)).endsWith("you may: answer\n");
        assertThat(run.effects(Effect.SearchImages.class)).isEmpty();
        assertThat(run.outcome.termination()).isEqualTo(Termination.TURN_LIMIT);
    }

    @Test
    void ragOffersPictureThenTextThenAnswer() {
        TestRun run =
                TestRun.of("rag", new FakeWeb().says(byPicture(), byText("1,1,1,1,1", "a"), answer("1,1", "1897")));

        assertThat(run.shown(0)).endsWith("you may: search by picture\n");
        assertThat(run.shown(1)).endsWith("you may: search by text\n");
        assertThat(run.shown(2)).endsWith("you may: answer\n");
        assertThat(run.outcome.answers()).containsExactly("1897");
    }

    @Test
    void anOutsideVerifierTakesOutQueriesAndResultsAndIsToldNoTarget() {
        FakeWeb web = new FakeWeb();
        web.model = generate -> FakeWeb.turn(generate) == 1
                ? byText(" ", "bad one, good one, worse one")
                : answer(FakeWeb.mask(generate, "1"), "1897");
        web.usefulQuery = query -> query.startsWith("good");
        web.usefulSnippet = snippet ->
                snippet.getText().contains("page 1") || snippet.getText().contains("page 2");

        TestRun run = TestRun.of("trained_ttv", web);

        assertThat(run.kinds())
                .containsExactly("inspect-pictures", "generate", "verify", "search-text", "verify", "generate");
        assertThat(run.effects(Effect.Verify.class))
                .allSatisfy(verify -> assertThat(verify.targets()).isEmpty());
        assertThat(run.effects(Effect.SearchText.class).get(0).query()).isEqualTo("good one");
        List<Snippet> shown = run.outcome.searches().get(0).getSnippets();
        assertThat(shown).allMatch(web.usefulSnippet);
        assertThat(run.stat("validTurns")).isEqualTo(2);
        assertThat(run.outcome.trainable()).isFalse();
    }

    @Test
    void whereNoQueryIsUsefulOneIsAskedAllTheSameAndResultsMayAllGo() {
        FakeWeb web = new FakeWeb().says(byText(" ", "a"), answer(" ", "x"));
        web.usefulQuery = query -> false;
        web.usefulSnippet = snippet -> false;

        TestRun run = TestRun.of("trained_ttv", web);

        assertThat(run.effects(Effect.SearchText.class)).hasSize(1);
        assertThat(run.shown(1)).contains("nothing: nothing that the search found was of use\n");
        assertThat(run.outcome.answers()).containsExactly("x");
    }

    @Test
    void aVerifierThatFailsTakesOutNothingAndIsCounted() {
        FakeWeb web = new FakeWeb().without(Effect.Verify.class).says(byText(" ", "a"), answer("1,1", "x"));

        TestRun run = TestRun.of("trained_ttv", web);

        assertThat(run.outcome.searches().get(0).getSnippets()).hasSizeBetween(2, 6);
        assertThat(run.stat("verifierFailures")).isEqualTo(2);
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
    }

    @Test
    void modesOfInferenceCannotBeTrained() {
        SvrlAgent agent = TestRun.agent(Map.of());
        for (String mode : List.of("trained_ttv", "trained_tts_k8")) {
            Query query = TestRun.query(mode).setPurpose(Purpose.TRAIN).build();
            assertThat(agent.problems(query)).singleElement().asString().contains(mode);
        }
    }

    @Test
    void aQueryIsToldAllThatIsWrongWithIt() {
        Query query = TestRun.query("trained_tts_k16")
                .setPictures(List.of())
                .setText(" ")
                .setGroupSize(0)
                .setAnswers(2)
                .build();

        assertThat(TestRun.agent(Map.of()).problems(query))
                .hasSize(5)
                .anyMatch(problem -> problem.contains("trained_tts_k1 to trained_tts_k15"));
    }

    @Test
    void nothingThatFollowsFromTheTargetIsInQueryOrState() {
        Set<String> told = Set.of("searchFree", "targets", "labelMap", "goldPages");

        assertThat(told)
                .as("what labels tell")
                .allMatch(name -> Label.getClassSchema().getField(name) != null);
        assertThat(Query.getClassSchema().toString() + SvrlRun.getClassSchema())
                .doesNotContain(told.toArray(String[]::new));
    }

    private static String instructions(String mode) {
        PromptSegment instructions = new SvrlText(WordTokenizer.instance(), SvrlSettings.of(Map.of()))
                .instructions(0, Mode.named(mode).orElseThrow());
        assertThat(instructions.shared()).isTrue();
        return WordTokenizer.instance().decode(instructions.tokens());
    }
}
