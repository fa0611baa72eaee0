// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

/** Why a tool call was refused. The name is what the agent is shown and what statistics count by. */
public enum CallError {
    /** No tool call or more than one, no valid JSON, an unknown tool or argument, or a generation cut off before its end. */
    MALFORMED,
    /** No candidate has this number. */
    UNKNOWN_INDEX,
    /** The candidate is no longer in the pool: it was read. */
    NOT_IN_POOL,
    /** The reference names no picture of the query or of a demonstration that was read. */
    BAD_IMAGE_REF,
    /** No enabled channel has its input. */
    NO_CHANNEL,
    /** What is added was not read or is kept already, what is deleted is not kept, or the context would exceed the count. */
    CURATE_CONSTRAINT,
    /** The context would exceed its tokens, or leave no room to answer. */
    OVER_CONTEXT,
    /** The context does not hold, or already holds, the number asked for. */
    COUNT_MISMATCH,
    /** The context cannot be answered from. */
    INADMISSIBLE,
    /** The bank refused the search. */
    TOOL_REJECTED
}
