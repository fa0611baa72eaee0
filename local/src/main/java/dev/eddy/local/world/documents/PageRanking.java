// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Pages, the best first.
 *
 * @param pages by their positions
 * @param scores of each of these
 */
record PageRanking(int[] pages, float[] scores) {
    /**
     * Ranks pages; equal scores go by page id.
     *
     * @param pages by their positions
     * @param scores of each of these
     */
    static PageRanking of(int[] pages, float[] scores, IntFunction<String> pageId) {
        Comparator<Integer> bestFirst = Comparator.<Integer>comparingDouble(at -> scores[at])
                .reversed()
                .thenComparing(at -> pageId.apply(pages[at]));
        int[] order = IntStream.range(0, pages.length)
                .boxed()
                .sorted(bestFirst)
                .mapToInt(Integer::intValue)
                .toArray();
        float[] ranked = new float[order.length];
        for (int rank = 0; rank < order.length; rank++) {
            ranked[rank] = scores[order[rank]];
        }
        return new PageRanking(IntStream.of(order).map(at -> pages[at]).toArray(), ranked);
    }
}
