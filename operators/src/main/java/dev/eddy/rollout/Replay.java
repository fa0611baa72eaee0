// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.schemas.Trajectory;
import java.util.Optional;

/**
 * A stored trajectory run once more through its agent.
 *
 * @param trajectory what the run writes today
 * @param difference the first place where it leaves the record; empty where it reaches the recorded outcome
 */
public record Replay(Trajectory trajectory, Optional<Difference> difference) {
    /**
     * @param where for readers: {@code effect 3}, {@code step 2}, {@code termination} ...
     * @param recorded what the record says; {@code nothing} where it has no such thing
     * @param replayed what the machine does today
     */
    public record Difference(String where, String recorded, String replayed) {
        @Override
        public String toString() {
            return where + ": recorded " + recorded + ", replayed " + replayed;
        }
    }
}
