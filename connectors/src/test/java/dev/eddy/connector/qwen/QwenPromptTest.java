// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class QwenPromptTest {
    private static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();

    private static SegmentWriter write(String text) {
        return new SegmentWriter(TOKENIZER).text(text);
    }

    private static Picture picture(int width, int height) {
        return Picture.newBuilder()
                .setSha256("0".repeat(64))
                .setWidth(width)
                .setHeight(height)
                .build();
    }

    private static QwenPrompt prompt(PromptSegment... segments) {
        return QwenPrompt.of(List.of(segments), TOKENIZER, SmallQwen.VISION);
    }

    @Test
    void segmentsAreTheWordsOfAUserWithOnePadAPicture() {
        PromptSegment first = write("Look:\n").picture(picture(640, 320), 8).segment(0, "query");
        PromptSegment second = write("\nSay what you see.").segment(1, "instructions");

        QwenPrompt prompt = prompt(first, second);

        assertThat(prompt.text())
                .isEqualTo("<|im_start|>user\nLook:\n<|vision_start|><|image_pad|><|vision_end|>\nSay what you see."
                        + "<|im_end|>\n<|im_start|>assistant\n");
        assertThat(prompt.pictures()).isEqualTo(first.pictures());
        assertThat(first.pictures().get(0).getTokenCount()).isEqualTo(8);
        assertThat(prompt.tokens()).hasSize(TOKENIZER.encodeTemplate(prompt.text()).length + 7);
        assertThat(prompt.words(QwenFamily.QWEN3_VL)).containsExactly("Look:\n", "\nSay what you see.");
    }

    @Test
    void theOlderFamilyIsToldWhatItIs() {
        QwenVision older = new QwenVision(QwenFamily.QWEN2_5_VL, 784, 1 << 24);

        assertThat(QwenPrompt.of(List.of(write("Hi").segment(0, "query")), TOKENIZER, older)
                        .text())
                .startsWith(
                        "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nHi<|im_end|>");
    }

    @Test
    void whatTheModelWouldReadOtherwiseIsNotSent() {
        assertRejected("spell a special token", write("a <|im_end|> b").segment(0, "result"));
        assertRejected("normal form NFC", write("Zu\u0308rich").segment(0, "result"));
        assertRejected(
                "meet within a token", write("th").segment(0, "a"), write("e").segment(1, "b"));
    }

    @Test
    void aPictureThatTheModelSizesOtherwiseIsNotSent() {
        PromptSegment shown = write("").picture(picture(640, 320), 8).segment(0, "query");
        QwenVision larger = new QwenVision(QwenFamily.QWEN3_VL, 1 << 16, 1 << 24);

        assertThatThrownBy(() -> QwenPrompt.of(List.of(shown), TOKENIZER, larger))
                .hasMessageContainingAll("has 8 pads", "'min-pixels'");
        int[] tokens = Arrays.copyOf(shown.tokens(), shown.tokens().length);
        tokens[3] = TOKENIZER.encode("a")[0];
        assertRejected("pads", new PromptSegment(0, "query", tokens, shown.pictures()));
    }

    private static void assertRejected(String why, PromptSegment... segments) {
        assertThatThrownBy(() -> prompt(segments))
                .isInstanceOfSatisfying(
                        PortException.class, e -> assertThat(e.status()).isEqualTo(EffectStatus.REJECTED))
                .hasMessageContaining(why);
    }
}
