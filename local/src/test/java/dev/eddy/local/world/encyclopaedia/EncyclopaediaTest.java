// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Sentences;
import dev.eddy.local.language.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EncyclopaediaTest {
    private static final int MOST_WORDS = 60;

    private final Encyclopaedia world = SmallWorld.WORLD;

    @Test
    void theSameSeedMakesTheSameWorld() {
        Encyclopaedia again = Encyclopaedia.create(Style.FROZEN.withClusters(12), 5);

        assertThat(again.pages()).isEqualTo(world.pages());
        assertThat(again.schooling()).isEqualTo(world.schooling());
        assertThat(again.question(Part.TEST, 3).png())
                .isEqualTo(world.question(Part.TEST, 3).png());
        assertThat(Encyclopaedia.create(Style.FROZEN.withClusters(12), 6).pages())
                .isNotEqualTo(world.pages());
    }

    @Test
    void noNameOrPictureOfOnePartIsInAnother() {
        Set<String> names = new HashSet<>();
        Set<String> pictures = new HashSet<>();
        for (Part part : Part.values()) {
            Set<String> ofPart = new HashSet<>();
            world.population(part).organisations().forEach(organisation -> ofPart.add(organisation.name()));
            assertThat(ofPart).hasSize(48);
            assertThat(names).doesNotContainAnyElementsOf(ofPart);
            names.addAll(ofPart);
            Set<String> shown = new HashSet<>();
            for (int number = 0; number < 200; number++) {
                shown.add(world.question(part, number).picture().getSha256());
            }
            assertThat(pictures).doesNotContainAnyElementsOf(shown);
            pictures.addAll(shown);
        }
    }

    @Test
    void aSummaryHasAtMostSixtyWordsAndSaysWhatItsPageSays() {
        for (Page page : world.pages()) {
            assertThat(Sentences.words(page.summary())).hasSizeLessThanOrEqualTo(MOST_WORDS);
            assertThat(Statement.read(page.summary()))
                    .extracting(Statement::value)
                    .isEqualTo(Statement.read(page.text()).stream()
                            .map(Statement::value)
                            .toList());
        }
    }

    @Test
    void allWrongPagesOfAFactRepeatOneFalsehoodAndOutdatedOnesAreOlderThanTheChange() {
        for (Page page : world.pages()) {
            if (page.origin() == Page.Origin.COOKIE_WALL) {
                assertThat(Statement.read(page.text())).isEmpty();
                continue;
            }
            Fact fact = world.named(page.subject()).fact(page.relation());
            String said = Statement.read(page.text()).get(0).value();
            switch (page.origin()) {
                case GOOD -> {
                    assertThat(said).isEqualTo(fact.value());
                    assertThat(page.year()).isBetween(fact.since(), Style.LAST_YEAR);
                }
                case OUTDATED -> {
                    assertThat(said).isEqualTo(fact.earlier());
                    assertThat(page.year()).isLessThanOrEqualTo(fact.since());
                }
                default -> assertThat(said).isEqualTo(fact.falsehood()).isNotEqualTo(fact.value());
            }
        }
    }

    @Test
    void aQuestionAsksForAnAttributeAndItsAnswerIsTrueToday() {
        int twoHops = 0;
        for (int number = 0; number < 500; number++) {
            EmblemCase asked = world.question(Part.TEST, number);
            EmblemQuestion question = EmblemQuestion.of(asked.text());
            assertThat(question.relation().link()).isFalse();
            assertThat(question.relation().answers()).contains(asked.target());
            Organisation shown = world.shown(asked.picture().getSha256());
            Organisation subject =
                    question.twoHops() ? world.named(shown.fact(question.link()).value()) : shown;
            assertThat(subject.fact(question.relation()).value()).isEqualTo(asked.target());
            twoHops += question.twoHops() ? 1 : 0;
        }
        assertThat(twoHops).isBetween(110, 190);
    }

    @Test
    void aQueryForAFactFindsMostlyPagesAboutIt() {
        Organisation organisation = world.population(Part.TEST).organisations().get(0);
        int about = 0;
        int found = 0;
        for (Relation relation : Relation.values()) {
            List<Integer> pages = world.fullText().search(organisation.name() + " " + relation.word(), 6);
            assertThat(pages).hasSize(6).doesNotHaveDuplicates();
            found += 6;
            for (int page : pages) {
                about += world.pages().get(page).subject().equals(organisation.name()) ? 1 : 0;
            }
        }
        assertThat((double) about / found).isGreaterThan(0.5);
    }

    @Test
    void aQueryWithoutAWordInCommonFindsNothing() {
        assertThat(world.fullText().search("zzyzx qqq", 6)).isEmpty();
        assertThat(world.fullText().search("?!", 6)).isEmpty();
    }
}
