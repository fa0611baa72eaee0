// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Statement;
import dev.eddy.port.Verifier;
import dev.eddy.port.VerifierContract;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EncyclopaediaVerifierTest extends VerifierContract {
    private final Encyclopaedia world = SmallWorld.WORLD;
    private final EmblemCase asked = question(true);
    private final EmblemQuestion question = EmblemQuestion.of(asked.text());
    private final Organisation shown = world.shown(asked.picture().getSha256());
    private final Organisation bridge = world.named(shown.fact(question.link()).value());
    private final Verifier verifier = open();

    private EmblemCase question(boolean twoHops) {
        return Stream.iterate(0L, number -> number + 1)
                .map(number -> world.question(Part.TEST, number))
                .filter(made -> EmblemQuestion.of(made.text()).twoHops() == twoHops)
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected Verifier open() {
        return new EncyclopaediaVerifier(world);
    }

    @Override
    protected Verifier.Request request() {
        return request(
                List.of(shown.name() + " rival", "nothing"),
                List.of(text(new Statement(null, question.relation(), asked.target())), thumbnail(shown.name())));
    }

    private Verifier.Request request(List<String> queries, List<Snippet> snippets) {
        return new Verifier.Request(asked.text(), List.of(asked.picture()), List.of(asked.target()), queries, snippets);
    }

    private static Snippet text(Statement statement) {
        return Snippet.newBuilder()
                .setSource("site1.wiki.example")
                .setTitle("Facts and figures")
                .setText(statement.sentence(
                        Statement.Form.IS, statement.relation().word()))
                .setSha256("0".repeat(64))
                .build();
    }

    private Snippet thumbnail(String title) {
        return Snippet.newBuilder()
                .setSource("gallery1.feed.example")
                .setTitle(title)
                .setSha256("0".repeat(64))
                .setPicture(asked.picture())
                .build();
    }

    @Test
    void aQueryHelpsIfItNamesWhomItMustAndTheRelationThatIsWantedOfThem() {
        Verdicts verdicts = verifier.verify(request(
                        List.of(
                                shown.name() + " " + question.link().word(),
                                bridge.name() + " " + question.relation().synonym() + " 2026",
                                bridge.name(),
                                shown.relatives().get(0) + " " + question.link().word(),
                                asked.text()),
                        List.of()))
                .join();

        assertThat(verdicts.queries()).containsExactly(true, true, false, false, false);
    }

    @Test
    void aPageHelpsIfItStatesTheAnswerOrWhomTheFirstHopLeadsTo() {
        Relation other = question.link() == Relation.RIVAL ? Relation.PARENT : Relation.RIVAL;
        Verdicts verdicts = verifier.verify(request(
                        List.of(),
                        List.of(
                                text(new Statement(bridge.name(), question.relation(), asked.target())),
                                text(new Statement(shown.name(), question.link(), bridge.name())),
                                text(new Statement(shown.name(), other, bridge.name())),
                                text(new Statement(
                                        bridge.name(),
                                        question.relation(),
                                        bridge.fact(question.relation()).falsehood())))))
                .join();

        assertThat(verdicts.snippets()).containsExactly(true, true, false, false);
    }

    @Test
    void aPictureHelpsIfItsTitleIsWhomTheQuestionShows() {
        Verdicts verdicts = verifier.verify(request(
                        List.of(),
                        List.of(
                                thumbnail(shown.name()),
                                thumbnail(shown.relatives().get(0)))))
                .join();

        assertThat(verdicts.snippets()).containsExactly(true, false);
    }

    @Test
    void aQuestionOfAnotherWorldIsInvalid() {
        Verifier.Request foreign = new Verifier.Request(
                asked.text(), List.of(new Picture("0".repeat(64), 9, 9, null)), List.of(), List.of("q"), List.of());

        assertThatThrownBy(() -> verifier.verify(foreign).join()).hasMessageContaining("'seed'");
    }
}
