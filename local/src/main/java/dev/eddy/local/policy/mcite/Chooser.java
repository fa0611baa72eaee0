// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import java.util.concurrent.CompletableFuture;

/** Who makes the choices of a call; fails as a port does. */
interface Chooser {
    /** What to do: one of {@link Turn.Kind}. */
    CompletableFuture<Choice> kind(Situation situation);

    /** The query, or what to look at or answer with. */
    CompletableFuture<Choice> named(Situation situation, Turn.Kind kind);

    /** What supports the answer. */
    CompletableFuture<Choice> cited(Situation situation, Candidate answer);
}
