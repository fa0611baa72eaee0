// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WordTokenizerTest {
    private final WordTokenizer tokenizer = WordTokenizer.instance();

    @Test
    void anyTextComesBackWhole() {
        for (String text : new String[] {
            "",
            "a",
            "demo 3\nimage d3:1 \ninput: Which name?\n",
            "  spaces \t tabs\r\n",
            "Grüße, 東京 and 🙂🙂",
            "0012345678901",
            "\u0000\uffff"
        }) {
            assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
        }
    }

    @Test
    void randomTextComesBackWhole() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            String text = random.ints(random.nextInt(60), 0, 0x11000)
                    .filter(c -> !Character.isSurrogate((char) c) || c > 0xffff)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
        }
    }

    @Test
    void anIndexIsOneTokenAndTheSameOneEverywhere() {
        for (int index = 0; index < 1000; index++) {
            int[] alone = tokenizer.encode(Integer.toString(index));
            assertThat(alone).hasSize(1);
            assertThat(tokenizer.encode("{\"index\":" + index + "}}")).contains(alone[0]);
            assertThat(tokenizer.encode("preview " + index + "\n")).contains(alone[0]);
        }
    }

    @Test
    void wordsOfTheProtocolAreOneTokenEach() {
        for (String word :
                new String[] {"search", " read", "curate", "solve", "<tool_call>", "</answer>", "NOT_IN_POOL"}) {
            assertThat(tokenizer.encode(word)).as(word).hasSize(1);
        }
    }

    @Test
    void aToolCallTakesFewTokens() {
        String call =
                "<think>Read on.</think>\n<tool_call>{\"name\":\"read\",\"arguments\":{\"index\":12}}</tool_call>";
        assertThat(tokenizer.encode(call)).hasSizeLessThan(16);
    }

    @Test
    void noTextBecomesAVisionToken() {
        String spellings = "<|vision_start|><|image_pad|><|vision_end|><image> \u0100\u0101\u0102";
        assertThat(tokenizer.encode(spellings))
                .doesNotContain(tokenizer.visionStart(), tokenizer.imagePad(), tokenizer.visionEnd());
    }

    @Test
    void visionTokensDecodeToNothing() {
        int[] ids = {tokenizer.visionStart(), tokenizer.imagePad(), tokenizer.visionEnd(), 'x'};
        assertThat(tokenizer.decode(ids)).isEqualTo("x");
    }

    @Test
    void everyIdIsKnownAndNoOther() {
        for (int id = 0; id < tokenizer.size(); id++) {
            tokenizer.decode(new int[] {id});
        }
        assertThatThrownBy(() -> tokenizer.decode(new int[] {tokenizer.size()}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(tokenizer.size()));
        assertThatThrownBy(() -> tokenizer.decode(new int[] {-1})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theHashNamesThisVocabulary() {
        assertThat(tokenizer.hash()).isEqualTo("9305ca2120c9ad8ac704ef58ebf830c22d0628bc2e3a471435c9d9a1bdaaf8ce");
    }
}
