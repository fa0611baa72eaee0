// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.List;

/**
 * MCite-RL's filter of collected runs (its appendix): a gold page was shown, the answer is right, the protocol was followed, the
 * citation fits, every crop holds the support, no box went beyond its page, and four tool turns were enough.
 */
public final class MCiteCriteria implements AgentCriteria {
    private static final double FITTING = 0.5;
    private static final double HOLDING = 0.9;
    private static final int TOOL_TURNS = 4;

    @Override
    public String agent() {
        return "mcite";
    }

    @Override
    public List<Criterion> criteria() {
        return List.of(
                Criterion.atLeast("page_not_found", "firstHitRank", 1),
                Criterion.atLeast("wrong_answer", "relaxedEM", 1),
                Criterion.atLeast("protocol_not_followed", "gatePassShare", 1),
                Criterion.atLeast("citation_off", "meanIoU", FITTING),
                Criterion.atLeast("crop_misses", "leastIoGT", HOLDING),
                Criterion.atMost("box_beyond_page", "clippedBoxes", 0),
                Criterion.atMost("too_many_turns", "actions", TOOL_TURNS + 1));
    }
}
