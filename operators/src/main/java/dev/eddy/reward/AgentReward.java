// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.TrajectorySummary;

/**
 * One agent's reward: a pure function of a trajectory, its label and the settings that it was made with. Sees nothing that
 * stands in the blob store. Immutable and thread-safe.
 */
public interface AgentReward {
    /** Name and version of the function, as scored records carry it; a change of values is a new version. */
    String scorer();

    /**
     * The score of a run that came to its own end or was stopped for a reason of the policy's making.
     *
     * @param label sound: {@link dev.eddy.metric.Metric#problem} finds nothing
     */
    Score score(TrajectorySummary trajectory, Label label);
}
