// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

/** Who makes the choices of a call. */
interface Chooser {
    /** What to do: one of {@link Turn.Kind}. */
    Choice kind(Situation situation);

    /** The query, or what to look at or answer with. */
    Choice named(Situation situation, Turn.Kind kind);

    /** What supports the answer. */
    Choice cited(Situation situation, Candidate answer);
}
