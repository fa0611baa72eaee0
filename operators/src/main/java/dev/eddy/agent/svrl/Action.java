// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import java.util.List;

/** What a model decided in a turn. */
public sealed interface Action {
    /** As steps name it. */
    String name();

    record SearchByPicture() implements Action {
        @Override
        public String name() {
            return "search_by_picture";
        }
    }

    /**
     * @param queries distinct ones, at most as many as are allowed
     * @param dropped how many more there were, repetitions included
     * @param commaSplits how many commas with no blank on either side ended a query: a sign that they belonged to it, as in 1,000
     */
    record SearchByText(List<String> queries, int dropped, int commaSplits) implements Action {
        public SearchByText {
            queries = List.copyOf(queries);
        }

        @Override
        public String name() {
            return "search_by_text";
        }
    }

    record Answer(String text) implements Action {
        @Override
        public String name() {
            return "answer";
        }
    }

    /** Nothing that can be read as an action. */
    record None() implements Action {
        @Override
        public String name() {
            return "none";
        }
    }
}
