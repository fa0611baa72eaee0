// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

/** What the environment makes of a tool call at one point of carrying it out. */
sealed interface Verdict {
    /** Done. */
    record Accepted(String feedback) implements Verdict {}

    /** Refused; the tool has changed nothing. */
    record Rejected(CallError error) implements Verdict {}

    /** Goes on when one more effect has completed. */
    record Awaiting(Phase phase) implements Verdict {}
}
