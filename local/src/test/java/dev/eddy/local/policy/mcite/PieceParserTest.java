// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.vision.page.Box;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.schemas.Region;
import java.util.List;
import org.junit.jupiter.api.Test;

class PieceParserTest {
    private static final SeenPage SEEN =
            new SeenPage(new PageReading(10, 10, 1, List.of()), new Region(0, 0, 10, 10), 10, 10);

    @Test
    void knowsTheSegmentsOfThePrompt() {
        assertThat(parse("question: NET DEBT\n"))
                .isInstanceOfSatisfying(
                        Piece.Asked.class,
                        asked -> assertThat(asked.question().queries()).containsExactly("NET DEBT"));
        assertThat(parse("turn 2\n<think>Search for it.</think><search>A</search>\n"))
                .isEqualTo(new Piece.Said(true));
        assertThat(parse("turn 12\n<bbox>[1, 2, 3, 4]</bbox>\n")).isEqualTo(new Piece.Said(false));
        assertThat(parse("turn 3\n")).isEqualTo(new Piece.Said(false));
        assertThat(parse("tool turns left: 3\n")).isEqualTo(new Piece.Left(3));
        assertThat(PieceParser.parse("page 2 shown 545 x 736\n\n", List.of(SEEN), 400))
                .isEqualTo(new Piece.Page(SEEN, 545, 736));
        assertThat(PieceParser.parse("crop of page 1 at [1.0, 20.5, 300.0, 400.9] shown 10 x 10\n\n", List.of(SEEN), 9))
                .isEqualTo(new Piece.Crop(SEEN, new Box(1, 20.5, 300, 400.9)));
    }

    @Test
    void anyOtherTextIsSomethingToo() {
        for (String text : List.of(
                "",
                "error: NO_PAGE. There is no page yet; search first.\n",
                "tool turns left: many\n",
                "tool turns left: 99999999999\n",
                "page 1 shown 545 x 736\n",
                "You answer a question.\ntool turns left: 3\n")) {
            assertThat(parse(text)).as(text).isEqualTo(new Piece.Other());
        }
        assertThat(PieceParser.parse("a picture\n", List.of(SEEN), 9)).isEqualTo(new Piece.Other());
        assertThat(PieceParser.parse("page 1 shown 5 x 7\n", List.of(SEEN, SEEN), 9))
                .isEqualTo(new Piece.Other());
    }

    private static Piece parse(String text) {
        return PieceParser.parse(text, List.of(), 9);
    }
}
