// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RecentRewardTest {
    private final RecentReward recent = new RecentReward();

    @Test
    void aVersionWithFewRolloutsIsReadTogetherWithThoseBefore() {
        assertThat(recent.after(served(100, 0.2))).isEqualTo(0.2, within(1e-9));
        assertThat(recent.after(served(2, 0.9))).isEqualTo((20 + 1.8) / 102, within(1e-9));
    }

    @Test
    void whatIsOlderThanTheLastRolloutsIsLeftOut() {
        recent.after(served(1_000, 0.0));
        recent.after(served(200, 0.5));
        assertThat(recent.after(served(100, 0.8))).isEqualTo((100 + 80) / 300.0, within(1e-9));
    }

    @Test
    void aVersionThatServedNothingHasNoMean() {
        assertThat(recent.after(served(0, null))).isNull();
    }

    private static Scores.Figures served(long count, Double reward) {
        return new Scores.Figures(count, null, reward, null, null);
    }
}
