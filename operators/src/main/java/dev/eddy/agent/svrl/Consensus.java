// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.metric.ExactMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What several branches agree on (test-time scaling): the answer that occurs most often, if one occurs twice; else the one that
 * lies closest to most others. A function of the answers in the order of their branches.
 */
final class Consensus {
    private static final int NEIGHBOURS = 2;

    private Consensus() {}

    /**
     * Place of the first of those answers that are equal after normalisation most often, the earliest of several such; -1 where no
     * answer occurs twice.
     */
    static int mostFrequent(List<String> answers) {
        Map<String, Integer> counts = new HashMap<>();
        List<String> normal = answers.stream().map(ExactMatch::normalise).toList();
        normal.forEach(answer -> counts.merge(answer, 1, Integer::sum));
        int best = -1;
        for (int i = 0; i < normal.size(); i++) {
            int count = counts.get(normal.get(i));
            if (count > 1 && (best < 0 || count > counts.get(normal.get(best)))) {
                best = i;
            }
        }
        return best;
    }

    /** Place of the most central of vectors: see {@link #central(double[][], int)}, with at most two neighbours each. */
    static int mostCentral(List<float[]> vectors) {
        double[][] cosines = new double[vectors.size()][vectors.size()];
        for (int i = 0; i < cosines.length; i++) {
            for (int j = 0; j < cosines.length; j++) {
                cosines[i][j] = cosine(vectors.get(i), vectors.get(j));
            }
        }
        return central(cosines, Math.min(NEIGHBOURS, vectors.size() - 1));
    }

    /**
     * Place of what is among the {@code k} nearest of most others; of several such, the one with the higher mean cosine to the
     * others, then the earliest.
     */
    static int central(double[][] cosines, int k) {
        int[] votes = votes(cosines, k);
        int best = 0;
        for (int i = 1; i < votes.length; i++) {
            if (votes[i] > votes[best]
                    || votes[i] == votes[best] && meanOfOthers(cosines, i) > meanOfOthers(cosines, best)) {
                best = i;
            }
        }
        return best;
    }

    /** For each place, how many others have it among their {@code k} nearest; of equally near ones the earlier is nearer. */
    static int[] votes(double[][] cosines, int k) {
        int[] votes = new int[cosines.length];
        for (int i = 0; i < cosines.length; i++) {
            double[] row = cosines[i];
            List<Integer> others = new ArrayList<>();
            for (int j = 0; j < row.length; j++) {
                if (j != i) {
                    others.add(j);
                }
            }
            others.sort(Comparator.comparingDouble(j -> -row[j])); // stable
            others.subList(0, k).forEach(j -> votes[j]++);
        }
        return votes;
    }

    private static double meanOfOthers(double[][] cosines, int place) {
        double sum = 0;
        for (int j = 0; j < cosines.length; j++) {
            sum += j == place ? 0 : cosines[place][j];
        }
        return sum / (cosines.length - 1);
    }

    private static double cosine(float[] one, float[] other) {
        double dot = 0;
        double square = 0;
        double otherSquare = 0;
        for (int i = 0; i < one.length; i++) {
            dot += one[i] * other[i];
            square += one[i] * one[i];
            otherSquare += other[i] * other[i];
        }
        return dot / Math.sqrt(square * otherSquare);
    }
}
