// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Statement;
import dev.eddy.port.Snippets;
import dev.eddy.port.Verifier;
import dev.eddy.port.VerifierContract;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
        return new EncyclopaediaVerifier(world, 0.9);
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
    void withoutTheTargetOneInTenVerdictsIsWrong() {
        List<String> queries =
                IntStream.range(0, 2_000).mapToObj(i -> "query " + i).toList();
        List<Snippet> snippets = queries.stream().map(Snippets::page).toList();

        assertThat(verifier.verify(request(queries, snippets)).join())
                .as("none of these helps")
                .isEqualTo(new Verdicts(falses(2_000), falses(2_000)));
        Verdicts outside =
                verifier.verify(withoutTarget(asked, queries, snippets)).join();
        assertThat(shareOfTrue(outside.queries())).isBetween(0.08, 0.12);
        assertThat(shareOfTrue(outside.snippets())).isBetween(0.08, 0.12);
        assertThat(new EncyclopaediaVerifier(world, 1)
                        .verify(withoutTarget(asked, queries, snippets))
                        .join())
                .isEqualTo(new Verdicts(falses(2_000), falses(2_000)));
    }

    @Test
    void whatHelpsIsMisjudgedAsOftenAsWhatDoesNot() {
        List<String> useful = IntStream.range(0, 2_000)
                .mapToObj(i -> shown.name() + " " + question.link().word() + " " + i)
                .toList();

        assertThat(shareOfTrue(verifier.verify(withoutTarget(asked, useful, List.of()))
                        .join()
                        .queries()))
                .isBetween(0.88, 0.92);
    }

    @Test
    void anErrorStaysInAnyOrderAndIsAnotherForAnotherQuestion() {
        List<String> queries =
                IntStream.range(0, 200).mapToObj(i -> "query " + i).toList();
        List<String> backwards = new ArrayList<>(queries);
        Collections.reverse(backwards);

        List<Boolean> verdicts =
                verifier.verify(withoutTarget(asked, queries, List.of())).join().queries();

        List<Boolean> again = new ArrayList<>(
                open().verify(withoutTarget(asked, backwards, List.of())).join().queries());
        Collections.reverse(again);
        assertThat(again).isEqualTo(verdicts);
        assertThat(verifier.verify(withoutTarget(question(false), queries, List.of()))
                        .join()
                        .queries())
                .isNotEqualTo(verdicts);
    }

    private static Verifier.Request withoutTarget(EmblemCase of, List<String> queries, List<Snippet> snippets) {
        return new Verifier.Request(of.text(), List.of(of.picture()), List.of(), queries, snippets);
    }

    private static List<Boolean> falses(int count) {
        return Collections.nCopies(count, false);
    }

    private static double shareOfTrue(List<Boolean> verdicts) {
        return (double) Collections.frequency(verdicts, true) / verdicts.size();
    }

    @Test
    void aSettingThatItDoesNotKnowOrCannotUseIsRefused() {
        EncyclopaediaVerifier.Factory factory = new EncyclopaediaVerifier.Factory();

        assertThatThrownBy(() -> factory.open(Map.of("outside-accuracy", "90")))
                .hasMessageContaining("'outside-accuracy'")
                .hasMessageContaining("'90'");
        assertThatThrownBy(() -> factory.open(Map.of("accuracy", "1")))
                .hasMessageContaining("[accuracy]")
                .hasMessageContaining("[outside-accuracy, seed]");
    }

    @Test
    void aQuestionOfAnotherWorldIsInvalid() {
        Verifier.Request foreign = new Verifier.Request(
                asked.text(), List.of(new Picture("0".repeat(64), 9, 9, null)), List.of(), List.of("q"), List.of());

        assertThatThrownBy(() -> verifier.verify(foreign).join()).hasMessageContaining("'seed'");
    }
}
