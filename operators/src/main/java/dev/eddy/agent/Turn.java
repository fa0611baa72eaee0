// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Step;
import java.util.List;

/**
 * What an agent did with a completion.
 *
 * @param <S> the agent's state
 */
public sealed interface Turn<S> {
    /** What model calls turned out to mean, in order; usually one or none. */
    List<Step> steps();

    /**
     * The run goes on.
     *
     * @param effects newly wanted, each with a number that this run has not used; empty while others are pending
     */
    record Waiting<S>(S state, List<Effect> effects, List<Step> steps) implements Turn<S> {
        public Waiting {
            effects = List.copyOf(effects);
            steps = List.copyOf(steps);
        }
    }

    /** The run ended; completions still in the air are of no interest. */
    record Finished<S>(Outcome outcome, List<Step> steps) implements Turn<S> {
        public Finished {
            steps = List.copyOf(steps);
        }
    }
}
