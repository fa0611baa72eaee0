// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes the instances of a world from their banks' ids. Immutable and thread-safe. */
final class Instances {
    static final int MOST_CLASSES = 6;
    static final int MOST_EXAMPLES = 3;

    private static final int FEWEST_CLASSES = 2;
    private static final int INSTANCE = 3;

    /** Sizes that are drawn where an id names none, each as often as the others. */
    private static final int[] SIZES = {512, 1024};

    /** What training asks for, each as often as the others: half of the instances leave the count to the agent. */
    private static final Integer[] COUNTS = {null, null, null, null, 1, 2, 4, 4};

    private final long seed;
    private final Classes classes;
    private final RecordPool pool;

    /** @param pool one record a drawing, at the drawing's position */
    Instances(long seed, Classes classes, RecordPool pool) {
        this.seed = seed;
        this.classes = classes;
        this.pool = pool;
    }

    /** Makes an instance; throws {@link IllegalArgumentException} if its split has too few drawings for its bank. */
    Binding draw(BankId id) {
        Random random = Seeds.random(seed, INSTANCE, id.split().ordinal(), id.size(), id.number());
        int asked = FEWEST_CLASSES + random.nextInt(MOST_CLASSES - FEWEST_CLASSES + 1);
        int examples = 1 + random.nextInt(MOST_EXAMPLES);
        int size = id.size() > 0 ? id.size() : SIZES[random.nextInt(SIZES.length)];
        int largest = classes.largestBank(id.split());
        if (size < asked * examples || size > largest) {
            throw new IllegalArgumentException("bank " + id + " cannot have " + size
                    + " records: a bank of this split has " + MOST_CLASSES * MOST_EXAMPLES + " to " + largest);
        }
        int[] targets = classes.targets(id.split());
        Draws.first(targets, asked, random);
        targets = Arrays.copyOf(targets, asked);

        int[] members = new int[size];
        int filled = 0;
        int query = -1;
        for (int character : targets) {
            int[] drawings = classes.drawings(character);
            Draws.first(drawings, examples + 1, random);
            System.arraycopy(drawings, 0, members, filled, examples);
            filled += examples;
            query = query < 0 ? drawings[examples] : query;
        }
        int[] others = classes.distractors(id.split(), targets);
        Draws.first(others, size - filled, random);
        System.arraycopy(others, 0, members, filled, size - filled);
        Arrays.sort(members);

        Labels labels = Labels.deal(classes.size(), random);
        String target = labels.of(targets[0]);
        Draws.first(targets, asked, random);
        List<String> names = IntStream.of(targets).mapToObj(labels::of).toList();
        Integer count = COUNTS[random.nextInt(COUNTS.length)];
        BankView bank = new BankView(id.toString(), pool, members, position -> labels.of(classes.of(position)));
        Instance instance = new Instance(id, pool.record(query).getPictures().get(0), names, target, examples, count);
        return new Binding(instance, query, bank);
    }
}
