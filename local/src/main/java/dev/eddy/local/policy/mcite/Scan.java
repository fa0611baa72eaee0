// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Block;
import dev.eddy.local.vision.page.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A view beside the question: all that can be answered with or cited in it, and how much it says of the question. Immutable
 * once made.
 */
final class Scan {
    private static final float HEIGHT_SCALE = 28;
    private static final float AREA_SCALE = 8;
    private static final float NUMBERS_SCALE = 5;
    private static final float CELLS_SCALE = 8;
    private static final float BARS_SCALE = 4;

    /** Numbers and rows: what can be an answer. */
    final List<Candidate> answers = new ArrayList<>();

    final List<Candidate> rows = new ArrayList<>();
    final List<Candidate> columns = new ArrayList<>();
    final List<Candidate> blocks = new ArrayList<>();
    final Summary summary;

    private final SeenPage seen;
    private final Piece.Page page;
    private final List<SpotBlock> spotBlocks;
    private final float bestLabelled;
    private final float bestBlock;

    /** @param page on which the view is, as displayed */
    Scan(Question question, SeenPage seen, Piece.Page page) {
        this.seen = seen;
        this.page = page;
        spotBlocks = seen.reading().blocks().stream()
                .map(block -> new SpotBlock(block, question))
                .toList();
        List<Spot> spots =
                spotBlocks.stream().flatMap(block -> block.spots.stream()).toList();
        float labelled = 0;
        for (Spot spot : spots) {
            labelled = Math.max(labelled, spot.labelled);
        }
        bestLabelled = labelled;
        float content = 0;
        for (SpotBlock block : spotBlocks) {
            content = Math.max(content, block.content);
        }
        bestBlock = content;
        spotBlocks.forEach(this::add);
        summary = Summary.of(question, spots, spotBlocks);
    }

    /** All of the page or a part of it, as if it were one thing: the blocks whose centres lie in it count. */
    Candidate part(Level level, Box box) {
        List<SpotBlock> inside = new ArrayList<>();
        for (SpotBlock block : spotBlocks) {
            Box there = onDisplay(block.block.box());
            if (there.shared(box) > there.area() / 2) {
                inside.add(block);
            }
        }
        List<Spot> spots =
                inside.stream().flatMap(block -> block.spots.stream()).toList();
        float[] features = features(level, box, spots);
        for (SpotBlock block : inside) {
            most(features, Feature.BLOCK_CONTENT, block.content);
            most(features, Feature.BLOCK_TITLE, block.title);
            most(features, Feature.BLOCK_NUMBER, block.number);
            for (float rowContent : block.rowContents) {
                most(features, Feature.CONTENT, rowContent);
            }
        }
        features[Feature.NUMBER_IN_ROW] = features[Feature.BLOCK_NUMBER];
        features[Feature.BLOCK_CONFIDENCE] = features[Feature.CONFIDENCE];
        features[Feature.BLOCK_BEHIND_BEST] = features[Feature.BLOCK_CONTENT] - bestBlock;
        return new Candidate(level, box, "", features);
    }

    /** All that is in view. */
    Candidate view() {
        return part(
                Level.VIEW,
                onDisplay(new Box(0, 0, seen.reading().width(), seen.reading().height())));
    }

    private void add(SpotBlock block) {
        float[] whole = features(Level.BLOCK, onDisplay(block.block.box()), block.spots);
        for (int row = 0; row < block.rows.size(); row++) {
            addRow(block, row, whole);
            most(whole, Feature.CONTENT, block.rowContents[row]);
        }
        for (int column = 0; column < block.columns.size(); column++) {
            addColumn(block, column, whole);
        }
        whole[Feature.NUMBER_IN_ROW] = block.number;
        whole[Feature.NUMBERS] = numbers(block.spots) / (float) Math.max(1, block.spots.size());
        ofBlock(whole, block, whole[Feature.CONFIDENCE]);
        blocks.add(new Candidate(Level.BLOCK, onDisplay(block.block.box()), "", whole));
    }

    private void addRow(SpotBlock block, int row, float[] whole) {
        List<Spot> spots = block.rows.get(row);
        float number = Spot.number(spots);
        Box box = null;
        for (int i = 0; i < spots.size(); i++) {
            Spot spot = spots.get(i);
            box = box == null ? spot.word.box() : box.with(spot.word.box());
            if (spot.numeric()) {
                Box there = onDisplay(spot.word.box());
                float[] features = features(Level.WORD, there, List.of(spot));
                features[Feature.CONTENT] = block.rowContents[row];
                features[Feature.NUMBER_IN_ROW] = number;
                features[Feature.NUMBER_IN_COLUMN] = spot.numberInColumn;
                features[Feature.IS_NUMBER] = spot.number;
                features[Feature.YEAR] = spot.year;
                features[Feature.LAST_IN_ROW] = i == spots.size() - 1 ? 1 : 0;
                ofBlock(features, block, whole[Feature.CONFIDENCE]);
                answers.add(new Candidate(Level.WORD, there, spot.word.text(), features));
            }
        }
        Box there = onDisplay(box);
        float[] features = features(Level.ROW, there, spots);
        features[Feature.CONTENT] = block.rowContents[row];
        features[Feature.NUMBER_IN_ROW] = number;
        features[Feature.NUMBERS] = numbers(spots) / NUMBERS_SCALE;
        for (Spot spot : spots) {
            most(features, Feature.NUMBER_IN_COLUMN, spot.numberInColumn);
        }
        ofBlock(features, block, whole[Feature.CONFIDENCE]);
        String text = spots.stream().map(spot -> spot.word.text()).collect(Collectors.joining(" "));
        Candidate candidate = new Candidate(Level.ROW, there, text, features);
        answers.add(candidate);
        rows.add(candidate);
    }

    private void addColumn(SpotBlock block, int column, float[] whole) {
        List<Spot> spots = block.columns.get(column);
        if (spots.stream().noneMatch(Spot::numeric)) {
            return; // lines of prose stand above each other, too
        }
        Block.Column found = block.block.columns().get(column);
        Box there = onDisplay(found.box());
        float[] features = features(Level.COLUMN, there, spots);
        features[Feature.CONTENT] = spots.isEmpty() ? 0 : Spot.content(spots, spots.get(0).content.length);
        features[Feature.NUMBER_IN_ROW] = Spot.number(spots);
        features[Feature.NUMBERS] = spots.size() / CELLS_SCALE;
        ofBlock(features, block, whole[Feature.CONFIDENCE]);
        columns.add(new Candidate(Level.COLUMN, there, "", features));
    }

    /** What any candidate has. */
    private float[] features(Level level, Box box, List<Spot> spots) {
        float[] features = new float[Feature.COUNT];
        features[Feature.ONE] = 1;
        features[Feature.LEVEL + level.ordinal()] = 1;
        features[Feature.CENTRE_Y] = (float) (box.centreY() / page.height());
        features[Feature.CENTRE_X] = (float) (box.centreX() / page.width());
        features[Feature.AREA] = (float) Math.log(Math.max(1, box.area()) / page.width() / page.height()) / AREA_SCALE;
        float least = 1;
        for (Spot spot : spots) {
            features[Feature.DIGITS] += spot.digits / spots.size();
            features[Feature.CONFIDENCE] += spot.confidence / spots.size();
            features[Feature.HEIGHT] += (float) spot.word.box().height() / HEIGHT_SCALE / spots.size();
            least = Math.min(least, spot.leastConfidence);
            most(features, Feature.LABELLED, spot.labelled);
        }
        features[Feature.LEAST_CONFIDENCE] = spots.isEmpty() ? 0 : least;
        features[Feature.BEHIND_BEST] = features[Feature.LABELLED] - bestLabelled;
        features[Feature.BEST] = bestLabelled > 0 && features[Feature.LABELLED] == bestLabelled ? 1 : 0;
        return features;
    }

    private void ofBlock(float[] features, SpotBlock block, float confidence) {
        features[Feature.BLOCK_CONTENT] = block.content;
        features[Feature.BLOCK_TITLE] = block.title;
        features[Feature.BLOCK_NUMBER] = block.number;
        features[Feature.BLOCK_CONFIDENCE] = confidence;
        features[Feature.BLOCK_BEHIND_BEST] = block.content - bestBlock;
        features[Feature.BARS] = (float) block.block.gray() * BARS_SCALE;
    }

    private static int numbers(List<Spot> spots) {
        return (int) spots.stream().filter(Spot::numeric).count();
    }

    private static void most(float[] features, int feature, float value) {
        features[feature] = Math.max(features[feature], value);
    }

    private Box onDisplay(Box box) {
        return seen.onDisplay(box, page.width(), page.height());
    }
}
