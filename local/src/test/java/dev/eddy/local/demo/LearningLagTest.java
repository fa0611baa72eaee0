// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LearningLagTest {
    private final LearningLag lag = new LearningLag(1_000);

    @Test
    void isNothingWithoutAVersionThatHoldsAGroup() {
        lag.closed("a", 1_100);
        lag.trained("a", 2);
        lag.announced(1, 1_500);

        assertThat(LearningLag.quantile(List.of(lag), 0.5)).isNull();
    }

    @Test
    void runsUntilTheFirstVersionThatHoldsTheGroupsStep() {
        lag.closed("a", 1_100);
        lag.announced(3, 1_600);
        lag.announced(4, 2_000);
        lag.trained("a", 2); // receipts may be seen after the announcement

        assertThat(LearningLag.quantile(List.of(lag), 0.99)).isCloseTo(500, within(10.0));
    }

    @Test
    void leavesOutGroupsOfAnEarlierProcessAndThoseThatWereNotTrained() {
        lag.closed("earlier", 900);
        lag.trained("earlier", 1);
        lag.closed("stale", 1_000);
        lag.closed("a", 1_000);
        lag.trained("a", 1);
        lag.announced(1, 1_200);

        assertThat(LearningLag.quantile(List.of(lag), 1)).isCloseTo(200, within(4.0));
    }
}
