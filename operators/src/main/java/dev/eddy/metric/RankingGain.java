// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.List;
import java.util.Set;

/** Normalised discounted cumulative gain of what was found, where an item is relevant or not (Järvelin and Kekäläinen, 2002). */
public final class RankingGain {
    private RankingGain() {}

    /**
     * From 0 to 1; 0 where nothing is relevant.
     *
     * @param ranking what was found, in order, without repeats
     * @param relevant all there is to find: what was left out counts against the ranking
     */
    public static double of(List<String> ranking, Set<String> relevant) {
        if (relevant.isEmpty()) {
            return 0;
        }
        double gain = 0;
        for (int rank = 0; rank < ranking.size(); rank++) {
            gain += relevant.contains(ranking.get(rank)) ? discount(rank) : 0;
        }
        double best = 0;
        for (int rank = 0; rank < relevant.size(); rank++) {
            best += discount(rank);
        }
        return gain / best;
    }

    private static double discount(int rank) {
        return Math.log(2) / Math.log(rank + 2.0);
    }
}
