// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Against what Hugging Face's tokenizers 0.21.4 read with the same small vocabulary, which was trained on this project's texts. */
class QwenTokenizerTest {
    private static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("", new int[] {}),
                Arguments.of("Hello, world", new int[] {39, 436, 75, 78, 11, 549, 529}),
                Arguments.of("The stream runs while the policy learns: 12345 loops.", new int[] {
                    577, 323, 270, 518, 482, 384, 72, 284, 267, 401, 450, 82, 25, 220, 16, 17, 18, 19, 20, 506, 390, 82,
                    13
                }),
                Arguments.of("Grüße aus Zürich – 汉字 😀", new int[] {
                    38, 81, 127, 120, 127, 253, 68, 258, 598, 220, 57, 127, 120, 81, 286, 71, 220, 158, 222, 241, 220,
                    162, 109, 231, 161, 255, 245, 220, 172, 253, 246, 222
                }),
                Arguments.of(
                        "a\n\n  b \r\n\tc   ", new int[] {64, 198, 198, 220, 290, 220, 201, 198, 197, 66, 256, 220}),
                Arguments.of("I'll say it's DON'T", new int[] {40, 6, 530, 272, 358, 307, 451, 220, 35, 516, 6, 51}),
                Arguments.of(
                        "<tool_call>{\"name\": \"search\"}</tool_call>\n",
                        new int[] {664, 90, 1, 77, 407, 1, 25, 220, 1, 329, 292, 455, 1, 92, 665, 198}),
                Arguments.of("x\u00a0y\u3000z", new int[] {87, 126, 254, 88, 159, 222, 222, 89}),
                Arguments.of("١٢٣ ½ Ⅷ", new int[] {149, 94, 149, 95, 149, 96, 220, 126, 121, 220, 158, 227, 100}));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void textsAreReadAsTheModelsServerReadsThem(String text, int[] ids) {
        assertThat(TOKENIZER.encode(text)).isEqualTo(ids);
        assertThat(TOKENIZER.encodeTemplate(text)).isEqualTo(ids);
        assertThat(TOKENIZER.decode(ids)).isEqualTo(text);
    }

    @Test
    void specialTokensAreReadInTemplatesAlone() {
        String text = "<|im_start|>user\nHi<|vision_start|><|image_pad|><|vision_end|><|im_end|>\n";

        int[] template = TOKENIZER.encodeTemplate(text);
        int[] words = TOKENIZER.encode(text);

        assertThat(template).containsExactly(657, 598, 261, 198, 39, 72, 659, 662, 660, 658, 198);
        assertThat(TOKENIZER.decodeTemplate(template)).isEqualTo(text);
        assertThat(TOKENIZER.decode(template)).isEqualTo("user\nHi\n");
        assertThat(Arrays.stream(words).filter(id -> id >= 656)).isEmpty();
        assertThat(TOKENIZER.decode(words)).isEqualTo(text);
    }

    @Test
    void picturesHaveTheirTokens() {
        assertThat(new int[] {TOKENIZER.visionStart(), TOKENIZER.imagePad(), TOKENIZER.visionEnd()})
                .containsExactly(659, 662, 660);
        assertThat(TOKENIZER.hash()).hasSize(64);
    }

    @Test
    void anIdOutsideTheVocabularyHasNoText() {
        assertThatThrownBy(() -> TOKENIZER.decode(new int[] {668})).hasMessageContaining("token 668 is not");
        assertThatThrownBy(() -> TOKENIZER.decode(new int[] {-1})).hasMessageContaining("token -1 is not");
    }

    @Test
    void anotherVocabularyIsRefused(@TempDir Path folder) throws IOException {
        String file = Files.readString(SmallQwen.FILE);
        assertRefused(folder, file.replace("<|image_pad|>", "<image>"), "no token '<|image_pad|>'");
        assertRefused(
                folder, file.replace("[\"Ġ\",\"t\"],[\"Ġ\",\"a\"]", "[\"Ġ\",\"a\"],[\"Ġ\",\"t\"]"), "order of ids");
        assertRefused(folder, file.replace("\"NFC\"", "\"NFKC\""), "normalises by NFKC");
        assertRefused(folder, "{}", "no model of byte pairs");
        assertRefused(folder, "?", "cannot be used");
    }

    private static void assertRefused(Path folder, String content, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("tokenizer.json"), content);
        assertThatThrownBy(() -> QwenTokenizer.read(file, SmallQwen.VISION))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(why, file.toString(), "'tokenizer'");
    }
}
