// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Packed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reciprocal-rank fusion (Section 3.3): a record's score is the sum over channels of 1 / (k + rank).
 *
 * <p>Only similarity counts. Records with equal scores in a channel share the best of their ranks; and in a list that was cut
 * off, a group of equals at its end stands there by their ids alone, so it is left out, unless no channel knows better.
 * Pure functions.
 */
public final class Fusion {
    private Fusion() {}

    /** A record and its fused score. */
    public record Ranked(String record, double score) {}

    /**
     * All records of the lists, best first, equal ones by smaller id.
     *
     * @param limit at which each list was cut off
     * @param constant k
     */
    public static List<Ranked> fuse(List<ChannelHits> lists, int limit, int constant) {
        Map<String, Double> scores = new HashMap<>();
        lists.forEach(list -> add(scores, list, informed(list, limit), constant));
        if (scores.isEmpty()) {
            lists.forEach(list -> add(scores, list, list.getRecords().size(), constant));
        }
        List<Ranked> ranking = new ArrayList<>(scores.size());
        scores.forEach((record, score) -> ranking.add(new Ranked(record, score)));
        ranking.sort(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::record));
        return ranking;
    }

    private static void add(Map<String, Double> scores, ChannelHits list, int count, int constant) {
        float[] similarities = Packed.floats(list.getScores());
        int rank = 1;
        for (int i = 0; i < count; i++) {
            if (i > 0 && similarities[i] != similarities[i - 1]) {
                rank = i + 1;
            }
            scores.merge(list.getRecords().get(i), 1.0 / (constant + rank), Double::sum);
        }
    }

    /** How many of a list stand there by their similarity. */
    private static int informed(ChannelHits list, int limit) {
        int size = list.getRecords().size();
        float[] similarities = Packed.floats(list.getScores());
        if (size < limit || size < 2 || similarities[size - 1] != similarities[size - 2]) {
            return size;
        }
        int count = size - 2;
        while (count > 0 && similarities[count - 1] == similarities[size - 1]) {
            count--;
        }
        return count;
    }
}
