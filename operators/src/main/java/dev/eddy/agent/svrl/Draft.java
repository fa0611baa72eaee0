// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.Outcome;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The next state while one turn is being worked out. Lives within that turn, in one thread. */
final class Draft {
    final Query query;
    final int rollout;
    final Mode mode;
    final List<Branch> branches;
    final List<Step> steps = new ArrayList<>();
    List<Picture> pictures;
    /** Set where the run is over. */
    Outcome outcome;
    /** True where the turn asks for effects. */
    boolean asks;

    private final SortedMap<String, Integer> tally;
    private int nextEffect;
    private int nextSegment;
    private boolean comparing;

    Draft(SvrlState state) {
        query = state.query();
        rollout = state.rollout();
        mode = state.mode();
        branches = new ArrayList<>(state.branches());
        pictures = state.pictures();
        tally = new TreeMap<>(state.tally());
        nextEffect = state.nextEffect();
        nextSegment = state.nextSegment();
        comparing = state.comparing();
    }

    SvrlState state() {
        return new SvrlState(query, rollout, pictures, branches, nextEffect, nextSegment, tally, comparing);
    }

    /** Numbers what all branches want, in their order. */
    void issue() {
        for (int i = 0; i < branches.size(); i++) {
            Branch branch = branches.get(i);
            if (!branch.ended()) {
                branches.set(i, branch.issued(nextEffect++, nextSegment));
                nextSegment += branch.newSegments(); // of the branch as it was
            }
        }
        asks = true;
    }

    /** Waits for the vectors of the branches' answers. */
    void compare() {
        comparing = true;
        nextEffect++;
        asks = true;
    }

    Draws draws(int branch) {
        return new Draws(query, rollout, branch);
    }

    void count(String name) {
        tally.merge(name, 1, Integer::sum);
    }

    SortedMap<String, Integer> tally() {
        return tally;
    }
}
