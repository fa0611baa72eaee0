// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Font;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Prints the blocks of one document's pages. Each method answers with the height of its block. Not thread-safe. */
final class BlockPrinter {
    private static final int TITLE_SIZE = 3;
    private static final int BODY_SIZE = 2;
    private static final int FINE_SIZE = 1;

    /** From the top of the title to what is below it: nearer than blocks are to each other. */
    private static final int TITLE_HEIGHT = TITLE_SIZE * Font.HEIGHT + 20;

    /** Between the ink and the edge of the box that supports a figure. */
    private static final int AIR = 4;

    private static final int RULE_SHADE = 205;
    private static final int RULE = 12;
    private static final int BAR_SHADE = 215;
    private static final int BAR_WIDTH = 72;
    private static final int BAR_PITCH = 128;
    private static final int BAR_HEIGHT = 270;
    private static final int LABEL_GAP = 10;

    private final Random random;
    private final Figures figures;
    private final double finePrint;

    BlockPrinter(Random random, Figures figures, double finePrint) {
        this.random = random;
        this.figures = figures;
        this.finePrint = finePrint;
    }

    /** A column of names, one column a year, numbers to the right. */
    int table(Sheet sheet, int x, int y, List<String> metrics) {
        sheet.text(x, y, TITLE_SIZE, Words.any(Words.TABLE_TITLES, random));
        int size = bodySize();
        int pitch = 61 * size;
        int labels = metrics.stream()
                .mapToInt(metric -> size * Font.width(metric))
                .max()
                .orElseThrow();
        List<Integer> years = figures.years(3 + random.nextInt(2));
        int top = y + TITLE_HEIGHT;
        for (int i = 0; i < years.size(); i++) {
            sheet.textTo(x + labels + (i + 1) * pitch, top, size, years.get(i).toString());
        }
        top += rowHeight(size);
        sheet.fill(x, top - (8 + 4 * size) / 2 - 1, labels + years.size() * pitch, 2, RULE_SHADE);
        for (String metric : metrics) {
            List<PixelBox> row = new ArrayList<>();
            row.add(sheet.text(x, top, size, metric));
            List<String> values = new ArrayList<>();
            for (int i = 0; i < years.size(); i++) {
                values.add(figures.value());
                row.add(sheet.textTo(x + labels + (i + 1) * pitch, top, size, values.get(i)));
            }
            PixelBox box = PixelBox.around(row).grown(AIR);
            for (int i = 0; i < years.size(); i++) {
                state(sheet, metric, years.get(i), values.get(i), Fact.Kind.TABLE, size, box);
            }
            top += rowHeight(size);
        }
        return top - y;
    }

    /** A bar a year with its value above; the frame at the left keeps the parts together. */
    int chart(Sheet sheet, int x, int y, String metric) {
        sheet.text(x, y, TITLE_SIZE, metric);
        List<Integer> years = figures.years(3 + random.nextInt(3));
        int top = y + TITLE_HEIGHT;
        int label = BODY_SIZE * Font.HEIGHT;
        int axis = top + label + LABEL_GAP + BAR_HEIGHT;
        sheet.fill(x, top, RULE, axis - top, RULE_SHADE);
        sheet.fill(x, axis, years.size() * BAR_PITCH, RULE, RULE_SHADE);
        for (int i = 0; i < years.size(); i++) {
            int left = x + (BAR_PITCH - BAR_WIDTH) / 2 + i * BAR_PITCH;
            int height = BAR_HEIGHT / 4 + random.nextInt(BAR_HEIGHT * 3 / 4 + 1);
            String value = figures.value();
            PixelBox box = PixelBox.around(List.of(
                    sheet.fill(left, axis - height, BAR_WIDTH, height, BAR_SHADE),
                    sheet.textAround(left + BAR_WIDTH / 2, axis - height - LABEL_GAP - label, BODY_SIZE, value),
                    sheet.textAround(
                            left + BAR_WIDTH / 2,
                            axis + RULE + LABEL_GAP,
                            BODY_SIZE,
                            years.get(i).toString())));
            state(sheet, metric, years.get(i), value, Fact.Kind.CHART, BODY_SIZE, box.grown(AIR));
        }
        return axis + RULE + LABEL_GAP + label - y;
    }

    /** Sentences that state a figure each. */
    int sentences(Sheet sheet, int x, int y, List<String> metrics) {
        sheet.text(x, y, TITLE_SIZE, Words.any(Words.SENTENCE_TITLES, random));
        int size = bodySize();
        int top = y + TITLE_HEIGHT;
        for (String metric : metrics) {
            for (int year : figures.years(1 + random.nextInt(2))) {
                String value = figures.value();
                String sentence = switch (random.nextInt(3)) {
                    case 0 -> metric + " IN " + year + " WAS " + value;
                    case 1 -> "IN " + year + " THE " + metric + " CAME TO " + value;
                    default -> metric + " STOOD AT " + value + " FOR " + year;
                };
                PixelBox box = sheet.text(x, top, size, sentence).grown(AIR);
                state(sheet, metric, year, value, Fact.Kind.SENTENCE, size, box);
                top += rowHeight(size);
            }
        }
        return top - y;
    }

    /** Lines of words that state nothing. */
    int prose(Sheet sheet, int x, int y, int width) {
        sheet.text(x, y, TITLE_SIZE, Words.any(Words.PROSE_TITLES, random));
        int top = y + TITLE_HEIGHT;
        for (int lines = 3 + random.nextInt(5); lines > 0; lines--) {
            StringBuilder line = new StringBuilder(Words.any(Words.PROSE, random));
            String word = Words.any(Words.PROSE, random);
            while (BODY_SIZE * Font.width(line + " " + word) <= width) {
                line.append(' ').append(word);
                word = Words.any(Words.PROSE, random);
            }
            sheet.text(x, top, BODY_SIZE, line.toString());
            top += rowHeight(BODY_SIZE);
        }
        return top - y;
    }

    private int bodySize() {
        return random.nextDouble() < finePrint ? FINE_SIZE : BODY_SIZE;
    }

    private static int rowHeight(int size) {
        return Font.HEIGHT * size + 8 + 4 * size;
    }

    private static void state(
            Sheet sheet, String metric, int year, String value, Fact.Kind kind, int size, PixelBox box) {
        sheet.state(new Fact(sheet.page, metric, year, value, kind, size == FINE_SIZE, box));
    }
}
