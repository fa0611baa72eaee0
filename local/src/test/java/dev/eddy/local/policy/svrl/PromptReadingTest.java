// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.svrl.Offer;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.SiteKind;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.port.PortException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the policy understands of prompts as the agent writes them. */
class PromptReadingTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final Prompts prompts = new Prompts(blobs);
    private final SvrlMind mind =
            SvrlMind.of(blobs, blobs.put(Prompts.corpus()).join()).join();

    private Dialogue read(List<PromptSegment> prompt) {
        return Dialogue.of(mind.read(prompt).join());
    }

    @Test
    void aPictureRemindsOfWhatWasSeenAndTheNameOfWhatWasHeard() {
        Dialogue dialogue = read(prompts.begin("trained", Prompts.QUESTION, 1)
                .end(Offer.SEARCH_BY_PICTURE, Offer.SEARCH_BY_TEXT, Offer.ANSWER));

        assertThat(dialogue.asked().recognition().name()).isEqualTo("Velden Ashgate");
        assertThat(dialogue.asked().recognition().likeness()).isGreaterThan(0.99f);
        assertThat(dialogue.offers())
                .containsExactlyInAnyOrder(Deed.SEARCH_BY_PICTURE, Deed.SEARCH_BY_TEXT, Deed.ANSWER);
        assertThat(new View(dialogue, mind.memory).recall).isEqualTo(new Recall("Aldric", 2, 2 / 3.0));
        assertThat(dialogue.turn()).isZero();
        assertThat(dialogue.unjudged()).isEmpty();
    }

    @Test
    void aQuestionOfTwoHopsIsAnsweredFromMemoryStepByStep() {
        Dialogue dialogue = read(prompts.begin("trained", Prompts.FAR, 1).end(Offer.ANSWER));

        assertThat(new View(dialogue, mind.memory).recall).isEqualTo(new Recall("linenware", 1, 1));
    }

    @Test
    void resultsOfTheLastSearchAreJudgedAndThoseBeforeHaveTheirVerdicts() {
        Dialogue dialogue = read(prompts.last("trained"));

        assertThat(dialogue.exchanges()).hasSize(2);
        assertThat(dialogue.exchanges().get(0).kept()).containsExactly(true, false, true);
        assertThat(dialogue.unjudged()).hasSize(3);
        Piece.Snippet snippet = (Piece.Snippet) dialogue.unjudged().get(0);
        assertThat(snippet.kind()).isEqualTo(SiteKind.OFFICIAL);
        assertThat(snippet.year()).isEqualTo(2020);
        assertThat(((Piece.Snippet) dialogue.unjudged().get(2)).year()).isNull();
    }

    @Test
    void onlyWhatIsKeptIsEvidence() {
        Dialogue dialogue = read(prompts.last("trained"));

        View first = new View(dialogue.judged(List.of(true, false, false)), mind.memory);
        View none = new View(dialogue.judged(List.of(false, false, false)), mind.memory);

        assertThat(first.answers.keySet()).containsExactly("Brena");
        assertThat(first.answers.get("Brena")).hasSize(1);
        assertThat(none.answers).isEmpty();
        assertThat(first.titles.values()).extracting(Title::kept).containsOnlyOnce(false);
        assertThat(AnswerRows.of(none, false).keySet()).doesNotContain("Brena", "Corric");
    }

    @Test
    void whereNoVerdictsAreWantedAllIsKept() {
        Dialogue dialogue = read(prompts.last("mmsearch_r1"));

        assertThat(dialogue.unjudged()).isEmpty();
        assertThat(new View(dialogue, mind.memory).answers.keySet()).containsExactly("Brena", "Corric");
    }

    @Test
    void datesAndSitesReachTheAnswersOfARichReaderAlone() {
        View view = new View(read(prompts.last("mmsearch_r1_rich")), mind.memory);

        float[] plain = AnswerRows.of(view, false).get("Brena");
        float[] rich = AnswerRows.of(view, true).get("Brena");

        assertThat(Arrays.copyOf(rich, 22)).isEqualTo(Arrays.copyOf(plain, 22));
        assertThat(Arrays.copyOfRange(plain, 22, 30)).containsOnly(0);
        assertThat(rich[22]).isPositive();
    }

    @Test
    void aPromptWithoutAQuestionIsInvalid() {
        List<PromptSegment> prompt =
                prompts.begin("trained", Prompts.QUESTION, 1).end(Offer.ANSWER);

        assertThatThrownBy(() -> read(List.of(prompt.get(0), prompt.get(2))))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("2 segments");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "result 1",
                "result 1\nsource: a\n",
                "result 1\nsource: a\ntitle: b\n",
                "turns left: 2\n",
                "turns left: many\nyou may: fly\n",
                "</information>\n"
            })
    void textOfNoKnownFormIsLeftAside(String text) {
        assertThat(parse(text)).isEqualTo(new Piece.Other());
    }

    @Test
    void formsWithNothingInThemSayNothing() {
        assertThat(parse("turn 1\n")).isEqualTo(new Piece.Turn(new Said(List.of(), null, List.of(), null)));
        assertThat(parse("turn 1\n<verify>1,,x</verify> <text_search></text_search>"))
                .isEqualTo(new Piece.Turn(new Said(List.of(true, false), Deed.SEARCH_BY_TEXT, List.of(), null)));
        assertThat(parse("<information>\n")).isEqualTo(new Piece.Search(null));
        assertThat(parse("question: \n")).isEqualTo(new Piece.Question("", null, null, Recognition.NOBODY));
    }

    private Piece parse(String text) {
        return new PieceParser(mind.memory).parse(text, List.of(), 3);
    }

    @Test
    void whatTheMemoryDoesNotKnowIsNothing() {
        assertThat(mind.memory.recall("Nobody Atall", Relation.CHAIR)).isEqualTo(Recall.NOTHING);
        assertThatThrownBy(() -> Memory.of("{\"caption\":\"A B\"}".getBytes()))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("no picture");
        assertThatThrownBy(() -> Memory.of("{\"text\":".getBytes()))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("does not read");
    }
}
