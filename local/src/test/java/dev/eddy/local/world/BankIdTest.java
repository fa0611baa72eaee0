// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BankIdTest {
    @Test
    void anIdTellsWorldSeedSplitSizeAndNumber() {
        assertThat(BankId.parse("glyphs/7/train/12345")).isEqualTo(new BankId("glyphs", 7, Split.TRAIN, 0, 12_345));
        assertThat(BankId.parse("omniglot/-1/all-4096/0")).isEqualTo(new BankId("omniglot", -1, Split.ALL, 4096, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"glyphs/7/train/12345", "omniglot/-1/all-4096/0", "glyphs/0/strict/1"})
    void anIdIsWrittenAsItWasRead(String id) {
        assertThat(BankId.parse(id)).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "glyphs", "glyphs/7/train", "glyphs/7/train/-1", "glyphs/7/test/1", "glyphs/x/train/1"})
    void whatIsNoIdIsRefusedByName(String text) {
        assertThatThrownBy(() -> BankId.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text.contains("test") ? "test" : "'" + text + "'");
    }
}
