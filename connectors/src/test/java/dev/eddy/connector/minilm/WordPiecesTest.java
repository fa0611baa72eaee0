// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.minilm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected ids are those of Hugging Face's tokenizer with the same vocabulary. */
class WordPiecesTest {
    private static final WordPieces PIECES = read();

    private static WordPieces read() {
        try (InputStream json = WordPieces.class.getResourceAsStream("/all-minilm-l6-v2-q-tokenizer.json")) {
            return WordPieces.read(json);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            the city of Paris | 1996 2103 1997 3000
            Café-Zoë's naïve résumé: 1,000 km² & 42%… | 7668 1011 11199 1005 1055 15743 13746 1024 1015 1010 2199 3186 1004 4413 1003 1529
            unaffable supercalifragilisticexpialidocious | 14477 20961 3468 3565 9289 10128 29181 24411 4588 10288 19312 21273 10085 6313
            東京タワー is 333m tall | 1879 1755 1709 30262 30265 2003 21211 2213 4206
            “quoted” — it's $5.00 (≈€4) | 1523 9339 1524 1517 2009 1005 1055 1002 1019 1012 4002 1006 1606 30102 2549 1007
            #tag_under x+y=z ½ ﬁ İstanbul | 1001 6415 1035 2104 1060 1009 1061 1027 1062 1092 1984 9960
            ΣΟΦΟΣ 😀 हिन्दी | 1173 29730 29736 29730 29733 100 1339 29877 29863 29861 29878
            한국어 | 1469 30006 30021 29991 30014 30020 29999 30008
            """)
    void textsBecomeThePiecesThatTheModelWasTrainedOn(String text, String ids) {
        assertThat(PIECES.encode(text, 256)).containsExactly(framed(ids));
    }

    @Test
    void spacesOfAllKindsSeparateAndWhatCannotBeSeenDoesNot() {
        assertThat(PIECES.encode("a\tb\n  c\u200bd", 256)).containsExactly(framed("1037 1038 3729"));
        assertThat(PIECES.encode(" \n", 256)).containsExactly(framed(""));
    }

    @Test
    void anEndlessWordIsUnknown() {
        assertThat(PIECES.encode("a".repeat(101) + " end", 256)).containsExactly(framed("100 2203"));
    }

    @Test
    void whatIsBeyondTheLimitIsLeftOut() {
        assertThat(PIECES.encode("the city of Paris", 4)).containsExactly(framed("1996 2103"));
        assertThat(PIECES.encode("paris ".repeat(100_000), 256)).hasSize(256);
    }

    @Test
    void marksOfTheVocabularyInATextAreNoMarks() {
        assertThat(PIECES.encode("[SEP]", 256)).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    }

    @Test
    void whatIsNoVocabularyIsRefused() {
        assertThatThrownBy(() -> WordPieces.read(new ByteArrayInputStream("{}".getBytes())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("[CLS]");
    }

    private static long[] framed(String ids) {
        String all = "101 " + ids + " 102";
        return Arrays.stream(all.trim().split(" +")).mapToLong(Long::parseLong).toArray();
    }
}
