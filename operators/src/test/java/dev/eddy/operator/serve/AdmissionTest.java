// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.operator.serve.Admission.Waiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private final Admission admission =
            new Admission(new LoopLimits(2, 2, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, false));

    @Test
    void placesAreUniqueAndInOrderEvenWithinAMillisecondAndWhenTheClockGoesBack() {
        long first = admission.nextPlace(10);
        long second = admission.nextPlace(10);
        long third = admission.nextPlace(5);

        assertThat(first).isLessThan(second);
        assertThat(second).isLessThan(third);
        assertThat(Admission.arrivedAt(first)).isEqualTo(10);
        assertThat(Admission.arrivedAt(third)).isEqualTo(10);
    }

    @Test
    void whoeverCameFirstIsNextHoweverTheyWereQueued() {
        admission.park(new Waiter(3, "c"));
        admission.park(new Waiter(1, "b"));
        admission.park(new Waiter(1, "a"));

        assertThat(admission.next().rolloutId()).isEqualTo("a");
        assertThat(admission.next().rolloutId()).isEqualTo("b");
        admission.began();
        admission.began();
        assertThat(admission.next()).as("all slots are taken").isNull();
        admission.ended();
        assertThat(admission.next().rolloutId()).isEqualTo("c");
    }

    @Test
    void thereIsRoomUntilSlotsAndQueueAreFull() {
        admission.began();
        admission.began();
        admission.park(new Waiter(1, "a"));
        assertThat(admission.hasRoom()).isTrue();
        admission.park(new Waiter(2, "b"));
        assertThat(admission.hasRoom()).isFalse();
        admission.ended();
        assertThat(admission.hasRoom()).isTrue();
    }

    @Test
    void thoseAsideJoinTheQueueAtTheirPlacesWhenTheirPolicyIsAnnounced() {
        admission.standAside("policy", new Waiter(1, "early"));
        admission.standAside("other", new Waiter(2, "of another policy"));
        admission.park(new Waiter(3, "late"));
        assertThat(admission.aside()).isEqualTo(2);

        admission.announced("policy");

        assertThat(admission.next().rolloutId()).isEqualTo("early");
        assertThat(admission.next().rolloutId()).isEqualTo("late");
        assertThat(admission.aside()).isEqualTo(1);
        assertThat(admission.idle()).as("those aside are in no queue").isTrue();
        assertThat(admission.leaveAside("other", new Waiter(2, "of another policy")))
                .isTrue();
        assertThat(admission.leaveAside("other", new Waiter(2, "of another policy")))
                .isFalse();
        assertThat(admission.aside()).isZero();
    }
}
