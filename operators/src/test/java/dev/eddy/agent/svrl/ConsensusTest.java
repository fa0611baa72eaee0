// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConsensusTest {
    private static final List<String> ANSWERS = List.of("Paris", "paris, France", "Lyon", "City of Paris", "Marseille");
    private static final double[][] COSINES = {
        {1, .9, .4, .88, .35},
        {.9, 1, .42, .91, .38},
        {.4, .42, 1, .45, .6},
        {.88, .91, .45, 1, .4},
        {.35, .38, .6, .4, 1}
    };

    @Test
    void withoutAMajorityTheNeighboursVote() {
        assertThat(Consensus.mostFrequent(ANSWERS)).isEqualTo(-1);
        assertThat(Consensus.votes(COSINES, 1)).containsExactly(0, 2, 1, 1, 1);
        assertThat(ANSWERS.get(Consensus.central(COSINES, 1))).isEqualTo("paris, France");
        assertThat(Consensus.votes(COSINES, 2)).containsExactly(2, 2, 1, 4, 1);
        assertThat(ANSWERS.get(Consensus.central(COSINES, 2))).isEqualTo("City of Paris");
    }

    @Test
    void whatOccursMostOftenWinsAndOfSeveralTheEarliest() {
        assertThat(Consensus.mostFrequent(List.of("Lyon", "Paris", "the Paris!", "Nice", "lyon")))
                .isZero();
        assertThat(Consensus.mostFrequent(List.of("Lyon", "Paris", "paris", "Nice")))
                .isEqualTo(1);
        assertThat(Consensus.mostFrequent(List.of("Lyon"))).isEqualTo(-1);
    }

    @Test
    void equalVotesGoToTheHigherMeanCosineThenToTheEarlier() {
        assertThat(Consensus.central(new double[][] {{1, .2, .5}, {.2, 1, .6}, {.5, .6, 1}}, 2))
                .as("all have two votes")
                .isEqualTo(2);
        assertThat(Consensus.central(new double[][] {{1, .3}, {.3, 1}}, 1)).isZero();
    }

    @Test
    void vectorsAreComparedByTheirDirection() {
        float[] east = {1, 0};
        float[] nearlyEast = {10, 1};
        float[] north = {0, 1};

        assertThat(Consensus.mostCentral(List.of(north, nearlyEast, east))).isEqualTo(1);
    }
}
