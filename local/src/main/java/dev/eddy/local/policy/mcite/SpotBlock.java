// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Block;
import dev.eddy.local.vision.page.Word;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A block beside the question. The first row is taken for its title. */
final class SpotBlock {
    final Block block;
    final List<List<Spot>> rows = new ArrayList<>();
    final List<List<Spot>> columns = new ArrayList<>();
    final List<Spot> spots = new ArrayList<>();
    final float content;
    final float title;
    final float number;
    final float[] rowContents;

    SpotBlock(Block block, Question question) {
        this.block = block;
        Map<Word, Spot> byWord = new IdentityHashMap<>();
        for (List<Word> row : block.rows()) {
            List<Spot> line = row.stream().map(word -> new Spot(word, question)).toList();
            line.forEach(spot -> byWord.put(spot.word, spot));
            rows.add(line);
            spots.addAll(line);
        }
        block.columns()
                .forEach(column ->
                        columns.add(column.words().stream().map(byWord::get).toList()));
        int words = question.content().size();
        content = Spot.content(spots, words);
        title = rows.isEmpty() ? 0 : Spot.content(rows.get(0), words);
        number = Spot.number(spots);
        rowContents = new float[rows.size()];
        for (int row = 0; row < rowContents.length; row++) {
            rowContents[row] = Spot.content(rows.get(row), words);
        }
        label();
    }

    /** A number is labelled by its row or by the title, and dated by its row or its column. */
    private void label() {
        for (int row = 0; row < rows.size(); row++) {
            for (Spot spot : rows.get(row)) {
                if (spot.numeric()) {
                    spot.numberInColumn = row == 0 ? 0 : numberInColumn(spot);
                    float dated = Math.max(numberBeside(rows.get(row), spot), spot.numberInColumn);
                    spot.labelled = Math.max(rowContents[row], title) * dated * spot.digits * (1 - spot.year);
                }
            }
        }
    }

    private static float numberBeside(List<Spot> row, Spot spot) {
        float best = 0;
        for (Spot other : row) {
            best = other == spot ? best : Math.max(best, other.number);
        }
        return best;
    }

    private float numberInColumn(Spot spot) {
        float best = 0;
        for (List<Spot> row : rows.subList(1, rows.size())) {
            for (Spot other : row) {
                if (other != spot && other.number > best && Block.above(spot.word, other.word)) {
                    best = other.number;
                }
            }
        }
        return best;
    }
}
