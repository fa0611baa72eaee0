// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentIdsTest {
    @Test
    void theOldestIsForgottenFirstAlsoAfterARestore() {
        RecentIds before = new RecentIds();
        for (int i = 0; i < RecentIds.CAPACITY; i++) {
            assertThat(before.add("group-" + i)).isTrue();
        }
        RecentIds ids = new RecentIds();
        ids.unpack(before.pack());

        assertThat(ids.add("group-0")).isFalse();
        assertThat(ids.add("one more")).isTrue();

        assertThat(ids.add("group-1")).isFalse();
        assertThat(ids.add("group-0")).isTrue();
        assertThat(ids.pack().remaining()).isEqualTo(RecentIds.CAPACITY * Long.BYTES);
    }
}
