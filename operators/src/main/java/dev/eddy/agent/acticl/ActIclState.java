// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run of ActICL between two completions: the observation (query, E, S, P, history, resources) and what it waits for.
 *
 * @param rollout which of the query's rollouts
 * @param pictures of the query with their true sizes; empty until they were inspected
 * @param question the query's segment; null until then
 * @param pool P, unread candidates in order of first showing
 * @param demos E, in order of first reading; those kept are S
 * @param history one segment a past call
 * @param nextIndex the number that the next new candidate gets
 * @param nextSegment the id that the next new segment gets
 * @param nextEffect the number that the next effect gets
 * @param noMark segment id of the mark "not in the context"; -1 until shown
 * @param yesMark segment id of the mark "in the context"; -1 until shown
 * @param resources segment id of the newest resources; -1 until shown
 * @param calls tool calls spent
 * @param acquisitionTokens spent on them, shown and generated
 * @param tally counts by the names of the outcome's figures
 * @param forced true where the environment committed the context
 */
public record ActIclState(
        Query query,
        int rollout,
        List<Picture> pictures,
        PromptSegment question,
        List<Candidate> pool,
        List<Demo> demos,
        List<PromptSegment> history,
        int nextIndex,
        int nextSegment,
        int nextEffect,
        int noMark,
        int yesMark,
        int resources,
        int calls,
        int acquisitionTokens,
        SortedMap<String, Integer> tally,
        boolean forced,
        Phase phase) {
    public ActIclState {
        pictures = List.copyOf(pictures);
        pool = List.copyOf(pool);
        demos = List.copyOf(demos);
        history = List.copyOf(history);
        tally = Collections.unmodifiableSortedMap(new TreeMap<>(tally));
    }

    Mode mode() {
        return Mode.named(query.getMode())
                .orElseThrow(() -> new IllegalStateException("a run began in unknown mode '" + query.getMode() + "'"));
    }
}
