// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.WireNames;
import java.util.List;
import java.util.Optional;

/**
 * What a query's mode means to the run. Most modes differ only in what is rewarded, and run alike; their names stand in the
 * query so that rewards and metrics tell them apart.
 */
public enum Mode {
    TRAINED,
    /** Trained on collected runs alone. */
    COLD_START,
    UNTRAINED,
    /** Without the reward for citations, final and on the way. */
    NO_CIT,
    /** Without the reward for the final citation. */
    NO_OUT,
    /** Without the reward for answers. */
    NO_ANS,
    /** Without the reward for the last crop. */
    NO_PROC,
    /** Without the reward for the pages found. */
    NO_SEARCH,
    /** Without the gate. */
    NO_FORMAT,
    /** With VRAG-RL's reward. */
    VRAG_RL,
    /** With Search-R1's reward. */
    SEARCH_R1,
    /** The loop for a model that was not trained on it. */
    REACT,
    /** One search with the question, its best pages, one call. */
    RAG;

    /** As queries spell it. */
    public String wireName() {
        return WireNames.of(this);
    }

    static List<String> wireNames() {
        return WireNames.all(Mode.class);
    }

    public static Optional<Mode> named(String wireName) {
        return WireNames.named(Mode.class, wireName);
    }

    /** True where the policy searches and crops by itself. */
    public boolean acts() {
        return this != RAG;
    }
}
