// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run between two completions.
 *
 * @param rollout which of the query's rollouts
 * @param pictures with their true sizes; empty until they were inspected
 * @param branches one, or after a split several; none until the pictures were inspected
 * @param nextEffect number of the next effect
 * @param nextSegment id of the next segment
 * @param tally counts by the names of the outcome's figures
 * @param comparing true while the branches' answers are being compared
 */
public record SvrlState(
        Query query,
        int rollout,
        List<Picture> pictures,
        List<Branch> branches,
        int nextEffect,
        int nextSegment,
        SortedMap<String, Integer> tally,
        boolean comparing) {
    public SvrlState {
        pictures = List.copyOf(pictures);
        branches = List.copyOf(branches);
        tally = Collections.unmodifiableSortedMap(new TreeMap<>(tally));
    }

    Mode mode() {
        return Mode.named(query.getMode())
                .orElseThrow(() -> new IllegalStateException("a run began in unknown mode '" + query.getMode() + "'"));
    }

    /** What the branches answered, in their order. */
    List<String> answers() {
        return branches.stream()
                .filter(Branch::ended)
                .map(branch -> branch.end().answer())
                .filter(answer -> answer != null)
                .toList();
    }
}
