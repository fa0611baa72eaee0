// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import java.io.Serializable;
import java.time.Duration;

/**
 * How much one subtask of the agent loop takes on, for how long, and on what terms.
 *
 * @param maxInFlight loops that run at once
 * @param maxParked rollouts that wait in state for a slot; past it the operator stops reading
 * @param deadline of a loop from its beginning; spread by up to a tenth, so that loops which began together do not end
 *     together
 * @param policyWait how long a rollout waits for its policy version to be announced
 * @param inlineBytes largest trajectory that goes to its topic; a larger one goes to the blob store
 * @param pinVersion whether a loop stays with the version of its policy that it began with; else each of its generations is
 *     issued to the one that is current then
 */
public record LoopLimits(
        int maxInFlight, int maxParked, Duration deadline, Duration policyWait, int inlineBytes, boolean pinVersion)
        implements Serializable {
    public static final LoopLimits DEFAULT =
            new LoopLimits(1_000, 10_000, Duration.ofMinutes(2), Duration.ofMinutes(10), 256 << 10, false);

    private static final int SPREAD = 10;

    public LoopLimits {
        positive("maxInFlight", maxInFlight);
        positive("maxParked", maxParked);
        positive("deadline", deadline.toMillis());
        positive("policyWait", policyWait.toMillis());
        positive("inlineBytes", inlineBytes);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(
                    "the limit '" + name + "' of agent loops must be positive, got " + value);
        }
    }

    /** The longest that a loop may take. */
    public Duration longest() {
        return deadline.plus(deadline.dividedBy(SPREAD));
    }

    /**
     * While the operator does not read, a checkpoint waits for a loop to end.
     *
     * @throws IllegalArgumentException if it could wait for half the checkpoint timeout or longer
     */
    void checkAgainst(Duration checkpointTimeout) {
        Duration longest = longest();
        if (longest.multipliedBy(2).compareTo(checkpointTimeout) >= 0) {
            throw new IllegalArgumentException("an agent loop may take " + longest.toMillis()
                    + " ms (its deadline and a tenth), which is not under half the checkpoint timeout of "
                    + checkpointTimeout.toMillis()
                    + " ms: lower the loop deadline or raise execution.checkpointing.timeout");
        }
    }

    long deadline(String rolloutId, long begunAt) {
        long most = deadline.toMillis();
        return begunAt + most + Math.floorMod(rolloutId.hashCode(), most / SPREAD + 1);
    }
}
