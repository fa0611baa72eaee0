// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.world.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Writes one document: the annual report of an entity. The pages share out the names of figures among them. */
final class ReportWriter {
    private static final int REPORT = 1;
    private static final int HEADER_SIZE = 4;
    private static final int FOOTER_SIZE = 3;
    private static final int HEADER_TOP = 90;
    private static final int HIGHLIGHT_TOP = 220;
    private static final int FOOTER_BOTTOM = 100;
    private static final int FEWEST_NAMES = 2;

    private enum Block {
        TABLE,
        CHART,
        SENTENCES,
        PROSE;

        /** Names that it needs at least. */
        private int names() {
            return switch (this) {
                case TABLE, SENTENCES -> FEWEST_NAMES;
                case CHART -> 1;
                case PROSE -> 0;
            };
        }
    }

    private final DocumentStyle style;
    private final String entity;
    private final Random random;
    private final BlockPrinter printer;

    private ReportWriter(DocumentStyle style, String entity, Random random) {
        this.style = style;
        this.entity = entity;
        this.random = random;
        this.printer = new BlockPrinter(random, new Figures(random), style.finePrint());
    }

    /** The pages of a document; the first has the number {@code document * pages}. */
    static List<PagePlan> write(DocumentStyle style, long seed, int document, String entity) {
        ReportWriter writer = new ReportWriter(style, entity, Seeds.random(seed, REPORT, document));
        List<String> names = new ArrayList<>(Words.METRICS);
        Collections.shuffle(names, writer.random);
        int pages = style.pages();
        return IntStream.range(0, pages)
                .mapToObj(page -> writer.page(
                        document * pages + page,
                        page + 1,
                        names.subList(page * names.size() / pages, (page + 1) * names.size() / pages)))
                .toList();
    }

    private PagePlan page(int page, int number, List<String> names) {
        Sheet sheet = new Sheet(page);
        body(sheet, new ArrayDeque<>(names));
        List<Fact> facts = sheet.facts();
        sheet.text(DocumentStyle.MARGIN, HEADER_TOP, HEADER_SIZE, entity + " ANNUAL REPORT");
        sheet.text(DocumentStyle.MARGIN, HIGHLIGHT_TOP, HEADER_SIZE, "HIGHLIGHT " + anyValue(facts));
        int footer = style.height() - FOOTER_BOTTOM;
        String repeated = anyValue(facts) + " " + anyValue(facts) + " " + anyValue(facts);
        sheet.text(DocumentStyle.MARGIN, footer, FOOTER_SIZE, "REF " + repeated);
        sheet.textTo(style.width() - DocumentStyle.MARGIN, footer, FOOTER_SIZE, "PAGE " + number);
        return new PagePlan(sheet.marks(), facts);
    }

    /** A value that stands elsewhere on the page: right as a number, wrong as a place. */
    private String anyValue(List<Fact> facts) {
        return facts.get(random.nextInt(facts.size())).value();
    }

    private void body(Sheet sheet, Deque<String> names) {
        List<Block> blocks = blocks();
        int reserved = blocks.stream().mapToInt(Block::names).sum();
        int[] bottoms = new int[style.columns()];
        Arrays.fill(bottoms, DocumentStyle.BODY);
        for (Block block : blocks) {
            reserved -= block.names();
            int column = shortest(bottoms);
            bottoms[column] += print(block, sheet, names, reserved, style.columnLeft(column), bottoms[column]);
            bottoms[column] += 80 + random.nextInt(60);
        }
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>(List.of(Block.values()));
        blocks.add(random.nextBoolean() ? Block.TABLE : Block.SENTENCES);
        blocks.add(random.nextDouble() < 0.4 ? Block.CHART : Block.PROSE);
        Collections.shuffle(blocks.subList(0, Block.values().length), random);
        return blocks;
    }

    /** @param reserved names that later blocks need */
    private int print(Block block, Sheet sheet, Deque<String> names, int reserved, int x, int y) {
        return switch (block) {
            case TABLE -> printer.table(sheet, x, y, take(names, reserved));
            case CHART -> printer.chart(sheet, x, y, names.remove());
            case SENTENCES -> printer.sentences(sheet, x, y, take(names, reserved));
            case PROSE -> printer.prose(sheet, x, y, style.columnWidth());
        };
    }

    private List<String> take(Deque<String> names, int reserved) {
        int count = Math.min(FEWEST_NAMES + random.nextInt(2), names.size() - reserved);
        return IntStream.range(0, count).mapToObj(i -> names.remove()).toList();
    }

    private static int shortest(int[] bottoms) {
        int shortest = 0;
        for (int column = 1; column < bottoms.length; column++) {
            if (bottoms[column] < bottoms[shortest]) {
                shortest = column;
            }
        }
        return shortest;
    }
}
