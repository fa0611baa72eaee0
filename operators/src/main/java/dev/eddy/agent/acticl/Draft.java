// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
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
    final List<Step> steps = new ArrayList<>();
    List<Picture> pictures;
    PromptSegment question;
    List<Candidate> pool;
    List<Demo> demos;
    List<PromptSegment> history;
    int noMark;
    int yesMark;
    int resources;
    int calls;
    int acquisitionTokens;
    boolean forced;
    Phase phase;
    /** Set where the run is over. */
    Outcome outcome;
    /** True where the turn asks for effects. */
    boolean asks;
    /** The next call's prompt, where it was put together to see whether the call is permitted; else null. */
    List<PromptSegment> prompt;

    private final SortedMap<String, Integer> tally;
    private int nextIndex;
    private int nextSegment;
    private int nextEffect;

    Draft(ActIclState state) {
        query = state.query();
        rollout = state.rollout();
        mode = state.mode();
        pictures = state.pictures();
        question = state.question();
        pool = state.pool();
        demos = state.demos();
        history = state.history();
        noMark = state.noMark();
        yesMark = state.yesMark();
        resources = state.resources();
        calls = state.calls();
        acquisitionTokens = state.acquisitionTokens();
        tally = new TreeMap<>(state.tally());
        forced = state.forced();
        phase = state.phase();
        nextIndex = state.nextIndex();
        nextSegment = state.nextSegment();
        nextEffect = state.nextEffect();
    }

    ActIclState state() {
        return new ActIclState(
                query,
                rollout,
                pictures,
                question,
                pool,
                demos,
                history,
                nextIndex,
                nextSegment,
                nextEffect,
                noMark,
                yesMark,
                resources,
                calls,
                acquisitionTokens,
                tally,
                forced,
                phase);
    }

    /** Waits for {@code count} more effects. */
    void await(Phase next, int count) {
        phase = next;
        nextEffect += count;
        asks = true;
    }

    int nextEffect() {
        return nextEffect;
    }

    /** The number of the effect whose completion this turn is about, where the phase waits for one alone. */
    int completedEffect() {
        return nextEffect - 1;
    }

    int nextIndex() {
        return nextIndex;
    }

    SortedMap<String, Integer> tally() {
        return tally;
    }

    int takeIndex() {
        return nextIndex++;
    }

    int takeSegment() {
        return nextSegment++;
    }

    /** Gives the mark its segment id if it has none yet; to be called where the mark first stands in the prompt. */
    void showMark(boolean kept) {
        if (kept && yesMark < 0) {
            yesMark = takeSegment();
        } else if (!kept && noMark < 0) {
            noMark = takeSegment();
        }
    }

    void count(String name) {
        tally.merge(name, 1, Integer::sum);
    }

    static <T> List<T> append(List<T> list, T element) {
        List<T> longer = new ArrayList<>(list.size() + 1);
        longer.addAll(list);
        longer.add(element);
        return longer;
    }
}
