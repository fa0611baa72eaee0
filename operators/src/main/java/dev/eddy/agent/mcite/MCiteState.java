// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Query;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run of MCite between two completions: what was shown, and what it waits for.
 *
 * @param pages in order of showing, without repeats
 * @param latest the picture displayed last; null until there is one
 * @param crops executed, in order
 * @param history all segments shown but instructions, question and turns left
 * @param turns generations so far
 * @param nextSegment the id that the next new segment gets
 * @param nextEffect the number that the next effect gets
 * @param left segment id of the turns left; -1 until shown
 * @param tally counts by the names of the outcome's figures
 * @param choices that the policy made
 * @param surprise the sum of their negative log-probabilities
 */
public record MCiteState(
        Query query,
        List<ShownPage> pages,
        View latest,
        List<PageRegion> crops,
        List<PromptSegment> history,
        int turns,
        int nextSegment,
        int nextEffect,
        int left,
        SortedMap<String, Integer> tally,
        int choices,
        double surprise,
        Phase phase) {
    public MCiteState {
        pages = List.copyOf(pages);
        crops = List.copyOf(crops);
        history = List.copyOf(history);
        tally = Collections.unmodifiableSortedMap(new TreeMap<>(tally));
    }

    Mode mode() {
        return Mode.named(query.getMode())
                .orElseThrow(() -> new IllegalStateException("a run began in unknown mode '" + query.getMode() + "'"));
    }

    /** The newest page; there is one. */
    ShownPage page() {
        return pages.get(pages.size() - 1);
    }
}
