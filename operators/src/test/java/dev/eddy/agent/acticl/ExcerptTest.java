// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.WordTokenizer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcerptTest {
    @ParameterizedTest
    @CsvSource({"129, 4, 93, 31", "500, 3, 93, 32"})
    void keepsBeginningAndEndThreeToOne(int length, int marker, int prefix, int suffix) {
        int[] text = IntStream.range(0, length).toArray();
        int[] mark = IntStream.range(-marker, 0).toArray();

        int[] excerpt = Excerpt.of(text, mark, 128);

        int[] expected = IntStream.concat(
                        IntStream.concat(IntStream.range(0, prefix), IntStream.range(-marker, 0)),
                        IntStream.range(length - suffix, length))
                .toArray();
        assertThat(excerpt).isEqualTo(expected).hasSize(128);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "128"})
    void leavesWhatFitsWhole(int length) {
        int[] text = IntStream.range(0, length).toArray();
        assertThat(Excerpt.of(text, new int[] {-1}, 128)).isEqualTo(text);
    }

    @Test
    void isTextAgain() {
        WordTokenizer tokenizer = WordTokenizer.instance();

        assertThat(Excerpt.of("one\n", "[..]", 4, tokenizer)).isEqualTo("one\n");
        assertThat(Excerpt.of("#".repeat(100) + "~".repeat(100), "[..]", 24, tokenizer))
                .isEqualTo("#".repeat(15) + "[..]" + "~".repeat(5));
        assertThat(Excerpt.of("\u20ac".repeat(100), "[..]", 24, tokenizer))
                .isEqualTo("\u20ac".repeat(5) + "[..]" + "\ufffd\ufffd\u20ac");
    }
}
