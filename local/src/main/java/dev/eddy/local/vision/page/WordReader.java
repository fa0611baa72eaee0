// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the words of a block. Not thread-safe. */
final class WordReader {
    /** Heights that differ by less are those of one print. */
    private static final double SAME_PRINT = 0.25;

    /** From so many letters on, the width alone may be one off. */
    private static final int LONG = 4;

    /** How much better another number of letters must fit than the one that the width tells. */
    private static final float RELUCTANCE = 0.03f;

    private static final int LONGEST = 40;

    /** Turns correlations into logits. */
    private static final float SHARPNESS = 14;

    /** What of the darkest pixels counts as full ink. */
    private static final double FULL_INK = 0.98;

    /** The blur of a view that is smaller than its page, in pixels of the view. */
    private static final double BLUR = 1.2;

    private final Print print;
    private final float[] corners = new float[(Font.WIDTH + 1) * (Font.HEIGHT + 1)];

    WordReader(Print print) {
        this.print = print;
    }

    List<Word> read(List<Area> areas) {
        List<Box> boxes = areas.stream().map(this::edges).toList();
        double[] heights = boxes.stream().mapToDouble(Box::height).toArray();
        List<Word> words = new ArrayList<>(boxes.size());
        for (Box box : boxes) {
            double height = typical(heights, box.height());
            words.add(new Word(box, letters(box, height)));
        }
        return words;
    }

    /** The median of the heights that are about the same. */
    private static double typical(double[] heights, double height) {
        double[] near = Arrays.stream(heights)
                .filter(other -> Math.abs(other - height) <= SAME_PRINT * height)
                .sorted()
                .toArray();
        return near[near.length / 2];
    }

    /** Where ink ends, between pixels: a pixel at the edge is as dark as it is covered. */
    private Box edges(Area area) {
        double full = fullInk(area);
        return new Box(
                area.left() + 1 - column(area, area.left(), full) - column(area, area.left() - 1, full),
                area.top() + 1 - row(area, area.top(), full) - row(area, area.top() - 1, full),
                area.right() - 1 + column(area, area.right() - 1, full) + column(area, area.right(), full),
                area.bottom() - 1 + row(area, area.bottom() - 1, full) + row(area, area.bottom(), full));
    }

    private double fullInk(Area area) {
        int[] counts = new int[256];
        for (int y = area.top(); y < area.bottom(); y++) {
            for (int x = area.left(); x < area.right(); x++) {
                counts[print.dark(x, y)]++;
            }
        }
        int above = (int) ((1 - FULL_INK) * area.width() * area.height());
        int dark = 255;
        while (above >= counts[dark]) {
            above -= counts[dark--];
        }
        return Math.max(1, dark);
    }

    private double column(Area area, int x, double full) {
        if (x < 0 || x >= print.view().width()) {
            return 0;
        }
        int darkest = 0;
        for (int y = area.top(); y < area.bottom(); y++) {
            darkest = Math.max(darkest, print.dark(x, y));
        }
        return Math.min(1, darkest / full);
    }

    private double row(Area area, int y, double full) {
        if (y < 0 || y >= print.view().height()) {
            return 0;
        }
        int darkest = 0;
        for (int x = area.left(); x < area.right(); x++) {
            darkest = Math.max(darkest, print.dark(x, y));
        }
        return Math.min(1, darkest / full);
    }

    private byte[] letters(Box box, double height) {
        double unit = height / Font.HEIGHT;
        float[][] templates = Templates.blurred(BLUR / unit);
        int told = (int) Math.round((box.width() / unit + 1) / Font.ADVANCE);
        told = Math.max(1, Math.min(LONGEST, told));
        float[][] best = correlations(box, unit, told, templates);
        float bestFit = fit(best) + RELUCTANCE;
        if (told >= LONG) {
            for (int count : new int[] {told - 1, told + 1}) {
                float[][] other = correlations(box, unit, count, templates);
                float fit = fit(other);
                if (fit > bestFit) {
                    best = other;
                    bestFit = fit;
                }
            }
        }
        byte[] evidence = new byte[best.length * Font.COUNT];
        for (int i = 0; i < best.length; i++) {
            write(best[i], evidence, i * Font.COUNT);
        }
        return evidence;
    }

    /** The mean over the letters of the best correlation. */
    private static float fit(float[][] correlations) {
        float sum = 0;
        for (float[] letter : correlations) {
            float best = letter[0];
            for (float correlation : letter) {
                best = Math.max(best, correlation);
            }
            sum += best / correlations.length;
        }
        return sum;
    }

    /** Of each of {@code count} letters in the box with each letter of the font. */
    private float[][] correlations(Box box, double unit, int count, float[][] templates) {
        float[][] correlations = new float[count][Font.COUNT];
        float unitX = (float) (box.width() / (count * Font.ADVANCE - 1));
        float top = (float) (box.centreY() - unit * Font.HEIGHT / 2);
        float[] cell = new float[Templates.CELLS];
        for (int i = 0; i < count; i++) {
            sample((float) box.left() + i * Font.ADVANCE * unitX, top, unitX, (float) unit, cell);
            for (int letter = 0; letter < Font.COUNT; letter++) {
                float[] template = templates[letter];
                float sum = 0;
                for (int k = 0; k < Templates.CELLS; k++) {
                    sum += cell[k] * template[k];
                }
                correlations[i][letter] = sum;
            }
        }
        return correlations;
    }

    /** The mean darkness of each unit of a letter, normalised. */
    private void sample(float left, float top, float unitX, float unitY, float[] cell) {
        int columns = Font.WIDTH + 1;
        for (int y = 0; y <= Font.HEIGHT; y++) {
            for (int x = 0; x < columns; x++) {
                corners[y * columns + x] = print.darkness().before(left + x * unitX, top + y * unitY);
            }
        }
        for (int y = 0; y < Font.HEIGHT; y++) {
            for (int x = 0; x < Font.WIDTH; x++) {
                int at = y * columns + x;
                cell[y * Font.WIDTH + x] =
                        corners[at + columns + 1] - corners[at + columns] - corners[at + 1] + corners[at];
            }
        }
        Templates.normalise(cell);
    }

    /** Log-probabilities of one letter. */
    private static void write(float[] correlations, byte[] evidence, int at) {
        float best = correlations[0];
        for (float correlation : correlations) {
            best = Math.max(best, correlation);
        }
        double sum = 0;
        for (float correlation : correlations) {
            sum += Math.exp(SHARPNESS * (correlation - best));
        }
        double log = Math.log(sum);
        for (int letter = 0; letter < Font.COUNT; letter++) {
            evidence[at + letter] = Word.evidence(SHARPNESS * (correlations[letter] - best) - log);
        }
    }
}
