// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTest {
    @ParameterizedTest
    @EnumSource(Statement.Form.class)
    void whatIsSaidIsUnderstood(Statement.Form form) {
        for (Relation relation : Relation.values()) {
            Statement statement = new Statement("Velden Ashgate", relation, "Aldric");

            assertThat(Statement.read("Read more. " + statement.sentence(form, relation.word()) + " Sign in."))
                    .containsExactly(statement);
            assertThat(Statement.read(statement.sentence(form, relation.synonym())))
                    .containsExactly(statement);
        }
    }

    @Test
    void aSentenceMayLeaveItsSubjectToTheContext() {
        Statement statement = new Statement(null, Relation.CHAIR, "Aldric");

        assertThat(Statement.read(statement.sentence(Statement.Form.OF, "head")))
                .containsExactly(statement);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "The colour of Velden is blue.", "It is unlike A and B.", "Its is.", "is the of ."})
    void whatIsNoStatementSaysNothing(String text) {
        assertThat(Statement.read(text)).isEmpty();
    }

    @Test
    void questionsOfOneAndTwoHopsAreUnderstood() {
        for (Relation relation : Relation.values()) {
            EmblemQuestion near = new EmblemQuestion(null, relation);
            EmblemQuestion far = new EmblemQuestion(Relation.RIVAL, relation);

            assertThat(EmblemQuestion.of(near.text())).isEqualTo(near);
            assertThat(EmblemQuestion.of(far.text() + "\n")).isEqualTo(far);
        }
        assertThat(EmblemQuestion.of("What is the colour of the organisation whose emblem is shown?"))
                .isNull();
        assertThat(EmblemQuestion.of("What is this?")).isNull();
    }

    @Test
    void boilerplateIsMeasuredByTheWordsOfItsSentences() {
        assertThat(Boilerplate.share("The chair of A B is C. Accept all cookies to continue."))
                .isCloseTo(5 / 12.0, within(1e-9));
        Boilerplate.SENTENCES.forEach(
                sentence -> assertThat(Boilerplate.share(sentence)).isEqualTo(1));
        assertThat(Boilerplate.share("")).isZero();
    }

    @Test
    void aRelativeIsHalfNamed() {
        assertThat(NameMatch.of("Velden Ashgate is old.", "Velden Ashgate")).isEqualTo(1);
        assertThat(NameMatch.of("Velden Oakmill is old.", "Velden Ashgate")).isEqualTo(0.5);
        assertThat(NameMatch.of("Veldenor Ashgate is old.", "Velden Ashgate")).isZero();
    }

    @Test
    void sitesTellTheirKind() {
        for (SiteKind kind : SiteKind.values()) {
            assertThat(SiteKind.of(kind.site("site7"))).isEqualTo(kind);
        }
        assertThat(SiteKind.of("example.org")).isNull();
    }

    @Test
    void everyRelationButALinkHasTwentyFourAnswers() {
        for (Relation relation : Relation.values()) {
            assertThat(relation.answers()).doesNotHaveDuplicates().hasSize(relation.link() ? 0 : 24);
        }
        assertThat(List.of(Relation.values())).filteredOn(Relation::link).hasSize(2);
    }
}
