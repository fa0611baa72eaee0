// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.PolicyVersion;
import java.util.List;

/**
 * A run between two completions: small, immutable, and all that the next turn needs. What was shown and said is not in it; it
 * has left as {@code TrajectoryPart}s.
 *
 * @param state the agent's own
 * @param pending in order of their numbers
 * @param largestSegment id of the newest segment shown; -1 for none
 * @param shownDigest of all segments shown; not to be changed
 * @param pinned the version of its own policy that all its generations are issued to; null where each is issued to the current
 */
public record LoopState<S>(
        S state,
        Schedule schedule,
        List<Pending> pending,
        int largestSegment,
        byte[] shownDigest,
        PolicyVersion pinned) {
    public LoopState {
        pending = List.copyOf(pending);
    }

    /** The same run with a second deadline, in epoch milliseconds. */
    public LoopState<S> prolongedTo(long deadline) {
        return new LoopState<>(state, schedule.prolongedTo(deadline), pending, largestSegment, shownDigest, pinned);
    }

    /** The same run with other effects in the air. */
    LoopState<S> awaiting(List<Pending> others) {
        return new LoopState<>(state, schedule, others, largestSegment, shownDigest, pinned);
    }

    /** What its next generations are issued to, where the current versions are these. */
    VersionSource versions(VersionSource current) {
        return pinned == null
                ? current
                : policy -> policy == null || policy.equals(pinned.policy()) ? pinned : current.current(policy);
    }

    /** The effect of this number if it is in the air, else null: its completion is stale. */
    public Pending pending(int seq) {
        for (Pending one : pending) {
            if (one.seq() == seq) {
                return one;
            }
        }
        return null;
    }
}
