// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.WireNames;
import dev.eddy.schemas.Channel;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a query's mode means: the trained agent, a baseline without tool calls, or the agent with one ability taken away. */
public enum Mode {
    TRAINED,
    /** Answers without any demonstration. */
    ZERO_SHOT,
    /** Demonstrations drawn uniformly. */
    RANDOM,
    /** The most similar demonstrations of one fused search with the query's own pictures and text. */
    MMICES,
    /** Candidates enter the context from their previews; their full records are seen by the answering call alone. */
    NO_READ,
    /** What is read is kept. */
    NO_CURATE,
    /** Every search asks with the query's own pictures and text, whatever the call says. */
    FIXED_GOAL,
    TEXT_ONLY,
    VISUAL_ONLY,
    NO_T2I,
    NO_I2I,
    /** Another policy answers from the context that the agent built. */
    EXTERNAL_ANSWERER;

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

    /** True where a policy builds the context by tool calls. */
    public boolean acts() {
        return this != ZERO_SHOT && this != RANDOM && this != MMICES;
    }

    public boolean needsBank() {
        return this != ZERO_SHOT;
    }

    /** True where the environment picks the demonstrations and so must be told how many. */
    public boolean needsCount() {
        return this == RANDOM || this == MMICES;
    }

    public boolean offersRead() {
        return this != NO_READ;
    }

    public boolean offersCurate() {
        return this != NO_CURATE;
    }

    /** The channels that a search may use. */
    public Set<Channel> channels() {
        return switch (this) {
            case TEXT_ONLY -> EnumSet.of(Channel.T2T);
            case VISUAL_ONLY -> EnumSet.of(Channel.I2I, Channel.T2I);
            case NO_T2I -> EnumSet.of(Channel.I2I, Channel.T2T);
            case NO_I2I -> EnumSet.of(Channel.T2I, Channel.T2T);
            default -> EnumSet.allOf(Channel.class);
        };
    }

    /** The fewest calls that lead to {@code count} demonstrations with {@code candidates} new ones a search. */
    public int fewestCalls(int count, int candidates) {
        int searches = (count + candidates - 1) / candidates;
        int reads = offersRead() ? count : 0;
        int curates = offersCurate() ? 1 : 0;
        return searches + reads + curates + 1;
    }
}
