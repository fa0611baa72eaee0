// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.schemas.Snippet;
import java.util.List;

/** What a branch does next. */
public sealed interface Next {
    /**
     * A generation.
     *
     * @param temperature null for the query's own decoding
     * @param resources id of the segment that tells what is left; -1 until it was shown
     */
    record Think(Double temperature, int resources) implements Next {}

    /** The verifier's judgement of the queries that a text proposes, before one of them is asked. */
    record FilterQueries(String text) implements Next {}

    /** @param executed the query; null for a search by picture */
    record Search(String text, String executed) implements Next {}

    /** The verifier's judgement of what a search found, before it is shown. */
    record FilterSnippets(String text, String executed, List<Snippet> snippets, boolean fromCache) implements Next {
        public FilterSnippets {
            snippets = List.copyOf(snippets);
        }
    }

    /**
     * Nothing more.
     *
     * @param text the model's last words; null where it had none
     * @param answer null where it gave none
     * @param error null where the cause says it all
     */
    record End(String text, String answer, Cause cause, String error) implements Next {}

    /** What ended a branch. */
    enum Cause {
        ANSWERED,
        /** No action could be read. */
        NO_ACTION,
        /** A search that is not offered, in the last turn or past its own limit. */
        OVER_LIMIT,
        /** The next prompt would leave no room for a word. */
        NO_ROOM,
        /** The model failed. */
        MODEL_FAILED
    }
}
