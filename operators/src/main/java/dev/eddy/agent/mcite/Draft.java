// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Generation;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The next state while one turn is being worked out. Lives within that turn, in one thread. */
final class Draft {
    final Query query;
    final Mode mode;
    final List<ShownPage> pages;
    final List<PageRegion> crops;
    final List<PromptSegment> history;
    final SortedMap<String, Integer> tally;
    final List<Step> steps = new ArrayList<>();
    View latest;
    int turns;
    int left;
    int choices;
    double surprise;
    Phase phase;
    /** Set where the run is over. */
    Outcome outcome;

    private int nextSegment;
    private int nextEffect;

    Draft(MCiteState state) {
        query = state.query();
        mode = state.mode();
        pages = new ArrayList<>(state.pages());
        crops = new ArrayList<>(state.crops());
        history = new ArrayList<>(state.history());
        tally = new TreeMap<>(state.tally());
        latest = state.latest();
        turns = state.turns();
        left = state.left();
        choices = state.choices();
        surprise = state.surprise();
        phase = state.phase();
        nextSegment = state.nextSegment();
        nextEffect = state.nextEffect();
    }

    MCiteState state() {
        return new MCiteState(
                query,
                pages,
                latest,
                crops,
                history,
                turns,
                nextSegment,
                nextEffect,
                left,
                tally,
                choices,
                surprise,
                phase);
    }

    /** Waits for one more effect. */
    void await(Phase next) {
        phase = next;
        nextEffect++;
    }

    /** The number of the effect whose completion this turn is about. */
    int completedEffect() {
        return nextEffect - 1;
    }

    int takeSegment() {
        return nextSegment++;
    }

    void count(String name) {
        tally.merge(name, 1, Integer::sum);
    }

    /** Adds what a generation's log-probabilities tell of the policy's entropy. */
    void listen(Generation generation) {
        for (int i = 0; i < generation.mask().length; i++) {
            if (generation.mask()[i] == 1) {
                choices++;
                surprise -= generation.logProbs()[i];
            }
        }
    }
}
