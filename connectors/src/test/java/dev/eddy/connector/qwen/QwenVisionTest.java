// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QwenVisionTest {
    /** Worked out by the processors' own function in Python. */
    @ParameterizedTest
    @CsvSource({
        "QWEN2_5_VL, 224, 224, 64",
        "QWEN2_5_VL, 1000, 750, 972", // 36 by 27
        "QWEN2_5_VL, 28, 28, 4", // grown to 56 by 56
        "QWEN2_5_VL, 5000, 5000, 16129", // shrunk to a little less than 3584 by 3584
        "QWEN2_5_VL, 70, 28, 8", // 2.5 columns are 2, too few
        "QWEN2_5_VL, 3000, 20, 107",
        "QWEN3_VL, 256, 256, 64",
        "QWEN3_VL, 1000, 750, 713", // 31 by 23
        "QWEN3_VL, 32, 32, 64", // grown
        "QWEN3_VL, 1, 100, 80",
        "QWEN3_VL, 8192, 4096, 16290"
    })
    void picturesTakeAsManyTokensAsTheProcessorSays(QwenFamily family, int width, int height, int tokens) {
        QwenVision vision = QwenVision.of(family);

        assertThat(vision.tokens(width, height)).isEqualTo(tokens);
    }

    @Test
    void whatTheModelRefusesIsRefused() {
        QwenVision vision = new QwenVision(QwenFamily.of("Qwen3-VL"), 1024, 1_000_000);

        assertThatThrownBy(() -> vision.tokens(4021, 20)).hasMessageContaining("4021 by 20");
        assertThatThrownBy(() -> vision.tokens(0, 20)).hasMessageContaining("positive");
        assertThatThrownBy(() -> new QwenVision(QwenFamily.QWEN3_VL, 5, 4)).hasMessageContaining("'max-pixels'");
        assertThatThrownBy(() -> QwenFamily.of("qwen-vl")).hasMessageContainingAll("'family'", "qwen2.5-vl");
    }

    @Test
    void itsHashTellsBoundsAndFamilyApart() {
        assertThat(new QwenVision(QwenFamily.QWEN3_VL, 1024, 2048).hash())
                .hasSize(64)
                .isNotEqualTo(new QwenVision(QwenFamily.QWEN3_VL, 1024, 2049).hash())
                .isNotEqualTo(new QwenVision(QwenFamily.QWEN2_5_VL, 1024, 2048).hash());
    }
}
