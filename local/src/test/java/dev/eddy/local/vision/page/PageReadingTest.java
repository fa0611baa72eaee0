// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.picture.Pixels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageReadingTest {
    private static final int SIZE = 3;

    private final int width = 600;
    private final int height = 300;
    private final byte[] shades = new byte[width * height];

    PageReadingTest() {
        Arrays.fill(shades, (byte) 255);
    }

    @Test
    void readsWhatIsPrinted() {
        print(20, 20, "NET REVENUE 12,345.6");
        assertThat(read().words().map(Word::text)).containsExactly("NET", "REVENUE", "12,345.6");
    }

    @Test
    void everyLetterIsReadAsItself() {
        for (char letter : Font.LETTERS.toCharArray()) {
            Arrays.fill(shades, (byte) 255);
            print(20, 20, "A" + letter + "A");
            assertThat(read().words().map(Word::text)).containsExactly("A" + letter + "A");
        }
    }

    @Test
    void boxesEndWhereTheInkEnds() {
        print(21, 34, "HEAD");
        Box box = read().words().toList().get(0).box();
        assertThat(box.left()).isCloseTo(21, within(0.01));
        assertThat(box.top()).isCloseTo(34, within(0.01));
        assertThat(box.right()).isCloseTo(21 + 23 * SIZE, within(0.01));
        assertThat(box.bottom()).isCloseTo(34 + 7 * SIZE, within(0.01));
    }

    @Test
    void cutsAtWideGapsAndKeepsLinesTogether() {
        print(10, 10, "FIRST");
        print(10, 50, "BELOW");
        print(300, 10, "BESIDE");
        print(10, 200, "LAST");
        assertThat(read().blocks().stream().map(PageReadingTest::texts))
                .containsExactly(List.of("FIRST", "BELOW"), List.of("BESIDE"), List.of("LAST"));
    }

    @Test
    void rowsAndColumnsAreThoseOfATable() {
        print(10, 10, "TITLE");
        print(110, 50, "2016");
        print(210, 50, "2017");
        print(10, 90, "DEBT");
        print(128, 90, "123");
        print(228, 90, "456");
        Block table = read().blocks().get(0);
        assertThat(table.rows().stream().map(row -> row.stream().map(Word::text).toList()))
                .containsExactly(List.of("TITLE"), List.of("2016", "2017"), List.of("DEBT", "123", "456"));
        assertThat(table.columns().stream()
                        .map(column -> column.words().stream().map(Word::text).toList()))
                .containsExactly(List.of("2016", "123"), List.of("2017", "456"));
        assertThat(table.gray()).isZero();
    }

    @Test
    void aColumnIsAsWideAsTheBarInIt() {
        print(10, 10, "SALES");
        print(52, 50, "123");
        fill(40, 80, 120, 200, 215);
        print(43, 210, "2016");
        Block chart = read().blocks().get(0);
        assertThat(chart.columns()).hasSize(1);
        Box box = chart.columns().get(0).box();
        assertThat(box.left()).isCloseTo(40, within(1.0));
        assertThat(box.right()).isCloseTo(120, within(1.0));
        assertThat(box.top()).isCloseTo(50, within(1.0));
        assertThat(chart.gray()).isGreaterThan(0.2);
    }

    @Test
    void anUncertainWordSaysSo() {
        print(20, 20, "GROSS");
        Pixels page = new Pixels(width, height, 1, shades);
        Word sharp = read().words().toList().get(0);
        Word blurred = PageReading.of(page.scaled(width / 6, height / 6), 1.0 / 6)
                .words()
                .toList()
                .get(0);
        assertThat(sharp.confidence()).isGreaterThan(0.85);
        assertThat(blurred.confidence()).isLessThan(sharp.confidence() - 0.1);
        assertThat(sharp.match(new int[] {16, 27, 24, 28, 28})).isGreaterThan(0.85);
        assertThat(sharp.match(new int[] {16, 27, 24, 28})).isZero();
    }

    @Test
    void blankPaperHoldsNothing() {
        assertThat(read().blocks()).isEmpty();
    }

    private static List<String> texts(Block block) {
        return block.rows().stream().flatMap(List::stream).map(Word::text).toList();
    }

    private PageReading read() {
        return PageReading.of(new Pixels(width, height, 1, shades), 1);
    }

    private void print(int x, int y, String text) {
        for (int i = 0; i < text.length(); i++) {
            int letter = Font.number(text.charAt(i));
            for (int unit = 0; letter >= 0 && unit < Font.WIDTH * Font.HEIGHT; unit++) {
                if (Font.inked(letter, unit % Font.WIDTH, unit / Font.WIDTH)) {
                    int left = x + (i * Font.ADVANCE + unit % Font.WIDTH) * SIZE;
                    int top = y + unit / Font.WIDTH * SIZE;
                    fill(left, top, left + SIZE, top + SIZE, 0);
                }
            }
        }
    }

    private void fill(int left, int top, int right, int bottom, int shade) {
        for (int y = top; y < bottom; y++) {
            Arrays.fill(shades, y * width + left, y * width + right, (byte) shade);
        }
    }
}
