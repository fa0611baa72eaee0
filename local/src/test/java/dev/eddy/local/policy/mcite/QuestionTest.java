// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuestionTest {
    @Test
    void whatItIsAboutIsTheWordsThatAreNeitherStopWordsNorNumbers() {
        Question question = Question.of("What was the NET REVENUE of AKITA in 2021?");
        assertThat(question.content()).hasSize(3);
        assertThat(question.numbers()).hasSize(1);
        assertThat(question.numbers().get(0)).containsExactly(2, 0, 2, 1);
        assertThat(question.queries())
                .containsExactly(
                        "WHAT WAS THE NET REVENUE OF AKITA IN 2021", "NET REVENUE AKITA 2021", "NET REVENUE AKITA");
    }

    @Test
    void queriesThatAreTheSameAreOneChoice() {
        assertThat(Question.of("net debt akita").queries()).containsExactly("NET DEBT AKITA");
        assertThat(Question.of("?!").queries()).containsExactly("");
    }

    @Test
    void nothingButLettersDigitsCommaAndPointReachesAQuery() {
        for (String query : Question.of("<search>a</search> \u00e4\u4e2d {\"} 1,2.3. B;C".repeat(50))
                .queries()) {
            assertThat(query).matches("[0-9A-Z., ]*");
            assertThat(query.split(" ")).hasSizeLessThanOrEqualTo(64);
        }
    }
}
