// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.AnnouncedVersion;
import org.junit.jupiter.api.Test;

class VersionHistoryTest {
    private final VersionHistory history = new VersionHistory("acticl", 3);

    @Test
    void numbersAreGivenWithoutGapsFromZero() {
        assertThat(history.next()).isZero();
        announce(0, 2);

        assertThat(history.next()).isEqualTo(2);
        assertThat(history.newest().orElseThrow().getVersion()).isEqualTo(1);
    }

    @Test
    void oldVersionsAreForgottenButNotZeroNorThePinned() {
        announce(0, 3);
        history.pin(2L);
        announce(3, 8);

        assertThat(history.announced()).extracting(AnnouncedVersion::getVersion).containsExactly(0L, 2L, 5L, 6L, 7L);
        assertThat(history.find(4)).isEmpty();
        assertThat(history.find(2)).contains(new PolicyVersion("acticl", 2, "hash-2"));
        history.pin(null);
        announce(8, 9);
        assertThat(history.find(2)).isEmpty();
    }

    @Test
    void theStepOfAForgottenVersionIsThatOfTheNextYoungerAtTheLatest() {
        announce(0, 8);

        assertThat(history.stepOf(6)).hasValue(60);
        assertThat(history.stepOf(2)).hasValue(50);
        assertThat(history.stepOf(8)).isEmpty();
        assertThat(history.stepOf(-1)).isEmpty();
    }

    private void announce(int from, int until) {
        for (int version = from; version < until; version++) {
            history.announce(new PolicyVersion("acticl", version, "hash-" + version), version * 10L);
        }
    }
}
