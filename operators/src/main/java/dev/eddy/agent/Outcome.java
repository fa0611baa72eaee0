// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;

/**
 * How a run ended.
 *
 * @param forced true where the environment ended the run in the agent's stead
 * @param trainable false where the cause was none of the policy's doing
 * @param answers in order of their index; empty where none was reached
 * @param context what the answering call was shown, in order: record ids
 * @param error why it failed; null where it did not
 * @param stats the agent's own figures, by the names of its metrics; a trajectory has {@link #CALLS} beside them
 * @param citation what the agent says supports its answer; null where it cited nothing that can be located
 * @param crops parts of pages that it looked at more closely, in order
 * @param searches what it searched the web for and found, in order
 */
public record Outcome(
        Termination termination,
        boolean forced,
        boolean trainable,
        List<String> answers,
        List<String> context,
        String error,
        Map<String, Double> stats,
        PageRegion citation,
        List<PageRegion> crops,
        List<SearchUse> searches) {
    /** The figure of every agent: how many calls of a model said what to do. Those that only word an answer do not count. */
    public static final String CALLS = "calls";

    public Outcome {
        answers = List.copyOf(answers);
        context = List.copyOf(context);
        stats = Map.copyOf(stats);
        crops = List.copyOf(crops);
        searches = List.copyOf(searches);
    }

    /** Of an agent that searches no web. */
    public Outcome(
            Termination termination,
            boolean forced,
            boolean trainable,
            List<String> answers,
            List<String> context,
            String error,
            Map<String, Double> stats,
            PageRegion citation,
            List<PageRegion> crops) {
        this(termination, forced, trainable, answers, context, error, stats, citation, crops, List.of());
    }

    /** Of an agent that looks at no pages and searches no web. */
    public Outcome(
            Termination termination,
            boolean forced,
            boolean trainable,
            List<String> answers,
            List<String> context,
            String error,
            Map<String, Double> stats) {
        this(termination, forced, trainable, answers, context, error, stats, null, List.of());
    }
}
