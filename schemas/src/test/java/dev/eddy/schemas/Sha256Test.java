// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Sha256Test {
    @Test
    void agreesWithThePublishedVector() {
        assertThat(Sha256.hex("abc".getBytes(UTF_8)))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void onlyLowerCaseDigitsOfFullLengthAreAHash() {
        assertThat(Sha256.isHex("a".repeat(64))).isTrue();
        assertThat(Sha256.isHex("A".repeat(64))).isFalse();
        assertThat(Sha256.isHex("a".repeat(63))).isFalse();
        assertThat(Sha256.isHex("../" + "a".repeat(61))).isFalse();
    }
}
