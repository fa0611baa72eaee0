// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StallTest {
    @Test
    void beforeTheFirstVersionEverythingWaitsForTheTrainer() {
        assertThat(Stall.of(List.of(), null).station()).isEqualTo("announce");
    }

    @Test
    void namesTheStationThatTakesLongestToDrain() {
        Stall stall = Stall.of(
                List.of(station("serve", 500, 400), station("train", 60, 10), station("reward", 100, 400)), 1.0);

        assertThat(stall.station()).isEqualTo("train");
        assertThat(stall.sentence()).contains("60 groups wait for the trainer", "6.0 s of work");
    }

    @Test
    void whatStandsStillIsSlowerThanWhatMoves() {
        Stall stall = Stall.of(List.of(station("serve", 9_000, 400), station("group", 1, 0)), 7_200.0 * 3);

        assertThat(stall.station()).isEqualTo("group");
        assertThat(stall.sentence()).contains("none has moved in the last ten seconds", "6 hours old");
    }

    @Test
    void whatIsOnItsWayHoldsNothingUp() {
        Stall stall = Stall.of(List.of(station("serve", 100, 400)), 1.0);

        assertThat(stall.station()).isNull();
        assertThat(stall.sentence()).contains("0.3 s of work");
        assertThat(Stall.of(List.of(station("serve", 0, 400)), 1.0).sentence()).contains("Nothing waits");
    }

    private static Flow.Station station(String name, long waiting, double perSecond) {
        String unit = name.equals("train") ? "groups" : "rollouts";
        return new Flow.Station(name, "a-topic", unit, 1_000, perSecond, waiting);
    }
}
