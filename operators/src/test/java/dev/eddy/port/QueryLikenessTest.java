// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueryLikenessTest {
    @Test
    void likenessIsTheShareOfCommonWords() {
        assertThat(QueryLikeness.of(
                        "incubation period of the american robin eggs days",
                        "incubation period of american robin eggs days"))
                .isEqualTo(7.0 / 8)
                .isGreaterThan(ResultCache.APPROXIMATE);
        assertThat(QueryLikeness.of("height of eiffel tower", "height of the eiffel tower in meters"))
                .isEqualTo(4.0 / 7)
                .isLessThan(ResultCache.APPROXIMATE);
    }

    @Test
    void caseOrderAndRepetitionMakeNoDifference() {
        assertThat(QueryLikeness.of("Eiffel  Tower tower", " tower\teiffel")).isEqualTo(1);
    }

    @Test
    void queriesWithoutWordsAreTheSameAndLikeNoOther() {
        assertThat(QueryLikeness.of("", "  ")).isEqualTo(1);
        assertThat(QueryLikeness.of("", "tower")).isZero();
    }
}
