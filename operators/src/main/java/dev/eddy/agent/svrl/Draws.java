// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.schemas.Query;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What the environment leaves to chance: the same for the same query, rollout, branch and turn. */
final class Draws {
    private static final int QUERY = 1;
    private static final int RESULTS = 2;

    private final Query query;
    private final int rollout;
    private final int branch;

    Draws(Query query, int rollout, int branch) {
        this.query = query;
        this.rollout = rollout;
        this.branch = branch;
    }

    /** One of the proposed queries, uniformly (Section 3.3 of the paper). */
    String executed(int turn, List<String> proposed) {
        return proposed.get(random(turn, QUERY).nextInt(proposed.size()));
    }

    /**
     * Some of what was found, in its order: how many, between {@code fewest} and {@code most}, and which, uniformly. So that no
     * policy gets used to a certain number of results.
     */
    List<Snippet> shown(int turn, List<Snippet> found, int fewest, int most) {
        Random random = random(turn, RESULTS);
        int count = fewest + random.nextInt(most - fewest + 1);
        List<Snippet> left = new ArrayList<>(found);
        while (left.size() > count) {
            left.remove(random.nextInt(left.size()));
        }
        return left;
    }

    private Random random(int turn, int purpose) {
        long seed = query.getQueryId().hashCode();
        for (long part : new long[] {query.getSeed(), rollout, branch, turn, purpose}) {
            seed = mixed(seed * 31 + part);
        }
        return new Random(seed);
    }

    /** The finalizer of SplitMix64: seeds that differ in one bit are as good as independent. */
    private static long mixed(long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
