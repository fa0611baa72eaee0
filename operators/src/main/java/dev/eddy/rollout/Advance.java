// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Outcome;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.schemas.TrajectoryPart;
import java.util.List;

/**
 * What one turn did to a run.
 *
 * @param loop the state after it
 * @param calls to be issued now, in order
 * @param part to be appended to the trajectory; null where nothing was written
 * @param outcome how the run ended; null while it goes on
 */
public record Advance<S>(LoopState<S> loop, List<Call> calls, TrajectoryPart part, Outcome outcome) {
    public Advance {
        calls = List.copyOf(calls);
    }

    public boolean finished() {
        return outcome != null;
    }
}
