// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Box;
import dev.eddy.local.vision.page.Font;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.local.vision.page.Word;
import dev.eddy.picture.Pixels;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How much of what is printed can be read in views of one kind. */
final class Legibility {
    /** What became of the printed words of one size. */
    static final class Share {
        int numbers;
        int exactNumbers;
        int words;
        int exactWords;
        int found;
        int rightLength;
        int letters;
        int rightLetters;

        double exactNumbers() {
            return (double) exactNumbers / numbers;
        }

        double exactWords() {
            return (double) exactWords / words;
        }

        double rightLength() {
            return (double) rightLength / found;
        }

        double letters() {
            return (double) rightLetters / letters;
        }

        double found() {
            return (double) found / words;
        }

        @Override
        public String toString() {
            return String.format(
                    "numbers %.3f of %d, words %.3f of %d, found %.3f, length %.3f, letters %.3f",
                    exactNumbers(), numbers, exactWords(), words, found(), rightLength(), letters());
        }
    }

    /** By size of print. */
    final Map<Integer, Share> shares = new TreeMap<>();

    private long nanos;
    private int views;

    /** Reads a view of a region and compares it with what is printed there. */
    void add(PagePlan plan, Pixels page, View view) {
        Pixels shown = view.of(page);
        long before = cpu();
        PageReading reading = PageReading.of(shown, view.scale());
        nanos += cpu() - before;
        views++;
        List<Word> words = reading.words().toList();
        for (Mark mark : plan.marks()) {
            if (mark instanceof Mark.Text text && view.holds(text.box())) {
                compare(text, words, view);
            }
        }
    }

    /** Nanoseconds that this thread has computed. */
    static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Of computing, a view. */
    double milliseconds() {
        return nanos / 1e6 / views;
    }

    private void compare(Mark.Text text, List<Word> words, View view) {
        Share share = shares.computeIfAbsent(text.size(), size -> new Share());
        for (Mark.Text printed : words(text)) {
            PixelBox box = printed.box();
            Box there = view.shown(new Box(box.left(), box.top(), box.right(), box.bottom()));
            Word best = null;
            for (Word word : words) {
                if (best == null || word.box().shared(there) > best.box().shared(there)) {
                    best = word;
                }
            }
            boolean found = best != null && best.box().shared(there) > 0.5 * there.area();
            String read = found ? best.text() : "";
            boolean number = Character.isDigit(printed.text().charAt(0));
            share.words++;
            share.numbers += number ? 1 : 0;
            share.found += found ? 1 : 0;
            share.exactWords += read.equals(printed.text()) ? 1 : 0;
            share.exactNumbers += number && read.equals(printed.text()) ? 1 : 0;
            if (read.length() == printed.text().length()) {
                share.rightLength++;
                for (int i = 0; i < read.length(); i++) {
                    share.letters++;
                    share.rightLetters += read.charAt(i) == printed.text().charAt(i) ? 1 : 0;
                }
            }
        }
    }

    private static List<Mark.Text> words(Mark.Text text) {
        List<Mark.Text> words = new ArrayList<>();
        int at = 0;
        for (String word : text.text().split(" ")) {
            words.add(new Mark.Text(text.x() + at * Font.ADVANCE * text.size(), text.y(), text.size(), word));
            at += word.length() + 1;
        }
        return words;
    }
}
