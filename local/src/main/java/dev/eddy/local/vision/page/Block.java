// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A part of a page that belongs together.
 *
 * @param box in pixels of the view, of all that is printed in it
 * @param rows its words, from the top and in a row from the left; empty where it has none
 * @param columns groups of words below the first row that stand above each other; each of at least two
 * @param gray the share of its area that bars cover
 */
public record Block(Box box, List<List<Word>> rows, List<Column> columns, double gray) {
    private static final double ABOVE = 0.3;
    private static final double SAME_ROW = 0.5;

    public Block {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
    }

    /**
     * Words that stand above each other.
     *
     * @param box around them and the bar between them
     */
    public record Column(List<Word> words, Box box) {
        public Column {
            words = List.copyOf(words);
        }
    }

    /** Whether two words stand above each other. */
    public static boolean above(Word word, Word other) {
        return word.box().overlapX(other.box()) > ABOVE;
    }

    static Block of(Area area, List<Word> words, Print print) {
        Box box = new Box(area.left(), area.top(), area.right(), area.bottom());
        List<List<Word>> rows = rows(words);
        return new Block(box, rows, columns(rows, print), print.gray(area));
    }

    private static List<List<Word>> rows(List<Word> words) {
        List<Word> fromTheTop = new ArrayList<>(words);
        fromTheTop.sort(Comparator.comparingDouble(word -> word.box().centreY()));
        List<List<Word>> rows = new ArrayList<>();
        for (Word word : fromTheTop) {
            List<Word> last = rows.isEmpty() ? List.of() : rows.get(rows.size() - 1);
            if (last.isEmpty() || !sameRow(last.get(0), word)) {
                rows.add(new ArrayList<>(List.of(word)));
            } else {
                last.add(word);
            }
        }
        rows.forEach(
                row -> row.sort(Comparator.comparingDouble(word -> word.box().left())));
        return rows;
    }

    private static boolean sameRow(Word word, Word other) {
        double apart = Math.abs(word.box().centreY() - other.box().centreY());
        return apart <= SAME_ROW * Math.min(word.box().height(), other.box().height());
    }

    private static List<Column> columns(List<List<Word>> rows, Print print) {
        List<Word> body = rows.stream().skip(1).flatMap(List::stream).toList();
        List<Word> taken = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (Word word : body) {
            if (taken.contains(word)) {
                continue;
            }
            List<Word> column =
                    body.stream().filter(other -> above(word, other)).toList();
            if (column.size() > 1) {
                taken.addAll(column);
                columns.add(new Column(column, withBar(Box.around(column), column, print)));
            }
        }
        return columns;
    }

    /** Widens a column to the bar that fills the gap between its first and its last word. */
    private static Box withBar(Box box, List<Word> column, Print print) {
        double first = column.get(0).box().bottom();
        double last = column.get(column.size() - 1).box().top();
        int y = (int) ((first + 2 * last) / 3); // in the lower part, which low bars reach too
        int centre = (int) box.centreX();
        int left = centre;
        while (left > 0 && print.gray(left - 1, y)) {
            left--;
        }
        int right = centre;
        while (right < print.view().width() && print.gray(right, y)) {
            right++;
        }
        return right == left ? box : box.with(new Box(left, box.top(), right, box.bottom()));
    }
}
