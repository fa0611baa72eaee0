// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Draws what a document states: years, and values none of which occurs twice. Not thread-safe. */
final class Figures {
    private static final int FIRST_YEAR = 2016;
    private static final int YEARS = 9;

    private final Random random;
    private final Set<String> given = new HashSet<>();

    Figures(Random random) {
        this.random = random;
    }

    /** So many different years, the earliest first. */
    List<Integer> years(int count) {
        List<Integer> years = new ArrayList<>();
        for (int year = 0; years.size() < count; year++) {
            if (random.nextInt(YEARS - year) < count - years.size()) {
                years.add(FIRST_YEAR + year);
            }
        }
        return years;
    }

    String value() {
        String value;
        do {
            value = switch (random.nextInt(4)) {
                case 0 -> thousands(1_000 + random.nextInt(9_000));
                case 1 -> thousands(10_000 + random.nextInt(90_000));
                case 2 -> (10 + random.nextInt(90)) + "." + random.nextInt(10);
                default -> Integer.toString(100 + random.nextInt(900));
            };
        } while (!given.add(value));
        return value;
    }

    private static String thousands(int number) {
        int rest = number % 1000;
        return number / 1000 + "," + rest / 100 + rest / 10 % 10 + rest % 10;
    }
}
