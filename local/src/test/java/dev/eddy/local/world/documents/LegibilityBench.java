// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Block;
import dev.eddy.local.vision.page.Box;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.picture.Pixels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints what can be read in which views of the pages, how many of the boxes that support answers lie in one block, and how long
 * it all takes. Arguments: world and seed.
 */
final class LegibilityBench {
    private static final int PAGES = 24;

    private LegibilityBench() {}

    public static void main(String[] args) {
        DocumentWorld world = DocumentWorld.open(args[0], Long.parseLong(args[1]));
        for (int round = 0; round < 2; round++) { // the first one warms up
            table(world, PAGES).forEach((name, legibility) -> {
                System.out.printf("%s: %.2f ms a view%n", name, legibility.milliseconds());
                legibility.shares.forEach((size, share) -> System.out.println("  size " + size + " " + share));
            });
        }
        coverage(world, world.pages());
    }

    /** By kind of view, of so many pages. */
    static Map<String, Legibility> table(DocumentWorld world, int pages) {
        Map<String, Legibility> table = new LinkedHashMap<>();
        int step = world.pages() / pages;
        for (int page = 0; page < world.pages(); page += step) {
            Pixels drawn = world.draw(page);
            for (Map.Entry<String, List<View>> views : views(drawn).entrySet()) {
                for (View view : views.getValue()) {
                    table.computeIfAbsent(views.getKey(), kind -> new Legibility())
                            .add(world.plan(page), drawn, view);
                }
            }
        }
        return table;
    }

    private static Map<String, List<View>> views(Pixels page) {
        int width = page.width();
        int height = page.height();
        View whole = View.of(new PixelBox(0, 0, width, height));
        Map<String, List<View>> views = new LinkedHashMap<>();
        views.put("page", List.of(whole));
        views.put(
                "half",
                List.of(
                        View.of(new PixelBox(0, 0, width, height / 2)),
                        View.of(new PixelBox(0, height / 2, width, height))));
        views.put(
                "quarter",
                List.of(
                        View.of(new PixelBox(0, 0, width / 2, height / 2)),
                        View.of(new PixelBox(width / 2, 0, width, height / 2))));
        views.put(
                "block",
                PageReading.of(whole.of(page), whole.scale()).blocks().stream()
                        .map(block -> crop(whole, block, width, height))
                        .toList());
        return views;
    }

    /** A block and some pixels around it, as a policy asks to see it. */
    private static View crop(View whole, Block block, int width, int height) {
        Box box = whole.onPage(block.box()).grown(12).within(new Box(0, 0, width, height));
        return View.of(new PixelBox((int) box.left(), (int) box.top(), (int) box.right(), (int) box.bottom()));
    }

    /** The share of the first pages' supporting boxes that one block and 12 pixels around it cover to 99 percent or more. */
    static double coverage(DocumentWorld world, int pages) {
        long drawing = 0;
        long reading = 0;
        int facts = 0;
        int covered = 0;
        for (int page = 0; page < pages; page++) {
            long before = Legibility.cpu();
            Pixels drawn = world.draw(page);
            drawing += Legibility.cpu() - before;
            View whole = View.of(new PixelBox(0, 0, drawn.width(), drawn.height()));
            Pixels shown = whole.of(drawn);
            before = Legibility.cpu();
            PageReading read = PageReading.of(shown, whole.scale());
            reading += Legibility.cpu() - before;
            for (Fact fact : world.plan(page).facts()) {
                PixelBox gold = fact.box();
                Box box = new Box(gold.left(), gold.top(), gold.right(), gold.bottom());
                double most = read.blocks().stream()
                        .mapToDouble(
                                block -> whole.onPage(block.box()).grown(12).shared(box) / box.area())
                        .max()
                        .orElse(0);
                facts++;
                covered += most >= 0.99 ? 1 : 0;
            }
        }
        System.out.printf(
                "%d pages, %d facts, %d in one block (%.4f); drawing %.1f ms, reading %.1f ms a page%n",
                pages, facts, covered, (double) covered / facts, drawing / 1e6 / pages, reading / 1e6 / pages);
        return (double) covered / facts;
    }
}
