// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import java.util.List;

/**
 * One way of choosing demonstrations that is compared with the others on the same questions. The answering call is the newest
 * policy's in all of them, so what differs is the context alone.
 *
 * @param name in the report
 * @param agentMode in the query
 * @param count in the query: shots asked for; null lets the agent choose
 * @param reportedCount in the report: a number, {@code adaptive}, or null where it has no meaning
 * @param untrained true to pin version 0 instead of the newest
 */
record EvaluationMode(String name, String agentMode, Integer count, Object reportedCount, boolean untrained) {
    /** The modes of a demo, in the order of its table. */
    static final List<EvaluationMode> ALL = List.of(
            new EvaluationMode("zero_shot", "zero_shot", null, null, false),
            new EvaluationMode("random", "random", 4, 4, false),
            new EvaluationMode("mmices", "mmices", 4, 4, false),
            new EvaluationMode("untrained", "trained", null, "adaptive", true),
            new EvaluationMode("trained", "trained", 4, 4, false),
            new EvaluationMode("trained", "trained", null, "adaptive", false));

    String key() {
        return name + "-" + reportedCount;
    }
}
