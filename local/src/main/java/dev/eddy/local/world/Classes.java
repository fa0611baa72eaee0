// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.List;
import java.util.stream.IntStream;

/** The classes of a world, split in halves once. Immutable and thread-safe. */
final class Classes {
    private static final int HALVES = 2;
    private static final int FEWEST = 2 * Instances.MOST_CLASSES;

    private final int[][] members;
    private final int[] classOf;
    private final int[] all;
    private final int[] first;
    private final int[] second;

    /**
     * Splits classes.
     *
     * @param members positions of each class's drawings, ascending
     * @throws IllegalArgumentException for fewer classes or drawings than an instance may need
     */
    Classes(long seed, List<int[]> members) {
        if (members.size() < FEWEST) {
            throw new IllegalArgumentException("a world of " + members.size() + " classes: each half needs "
                    + Instances.MOST_CLASSES + ", so there must be " + FEWEST);
        }
        for (int[] drawings : members) {
            if (drawings.length <= Instances.MOST_EXAMPLES) {
                throw new IllegalArgumentException("a class of " + drawings.length + " drawings: an instance needs "
                        + Instances.MOST_EXAMPLES + " examples and one to ask about");
            }
        }
        if (members.size() > Labels.most()) {
            throw new IllegalArgumentException(
                    "a world of " + members.size() + " classes: there are names for " + Labels.most());
        }
        this.members = members.toArray(int[][]::new);
        classOf = new int[members.stream().mapToInt(drawings -> drawings.length).sum()];
        for (int character = 0; character < this.members.length; character++) {
            for (int position : this.members[character]) {
                classOf[position] = character;
            }
        }
        all = IntStream.range(0, this.members.length).toArray();
        int[] deck = all.clone();
        Draws.first(deck, deck.length, Seeds.random(seed, HALVES));
        first = IntStream.of(deck).limit(deck.length / 2).sorted().toArray();
        second = IntStream.of(deck).skip(deck.length / 2).sorted().toArray();
    }

    int size() {
        return members.length;
    }

    /** The class of the drawing at a position. */
    int of(int position) {
        return classOf[position];
    }

    /** Positions of a class's drawings, ascending; a copy. */
    int[] drawings(int character) {
        return members[character].clone();
    }

    /** Classes that a split asks about; a copy. */
    int[] targets(Split split) {
        return switch (split) {
            case TRAIN -> first.clone();
            case STRICT, ALL -> second.clone();
            case WHOLE -> all.clone();
        };
    }

    /** Positions of the drawings that may fill up a bank of a split which asks about some classes; ascending. */
    int[] distractors(Split split, int[] asked) {
        boolean[] excluded = new boolean[members.length];
        for (int character : asked) {
            excluded[character] = true;
        }
        return IntStream.of(filling(split))
                .filter(character -> !excluded[character])
                .flatMap(character -> IntStream.of(members[character]))
                .toArray();
    }

    private int[] filling(Split split) {
        return switch (split) {
            case TRAIN -> first;
            case STRICT -> second;
            case ALL, WHOLE -> all;
        };
    }

    /** The largest bank that a split can always fill up, whichever classes an instance asks about. */
    int largestBank(Split split) {
        int[] sizes = IntStream.of(filling(split))
                .map(character -> members[character].length)
                .sorted()
                .toArray();
        return IntStream.of(sizes)
                .limit(Math.max(sizes.length - Instances.MOST_CLASSES, 0))
                .sum();
    }
}
