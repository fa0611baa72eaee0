// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

/** What questions are for. Those of one part never meet those of another. */
public enum Part {
    TRAIN,
    /** To collect runs from that a policy is taught by before it learns by itself. */
    COLD_START,
    /** About what training has not seen. */
    TEST,
    /** About what training has not seen, among things that it has; for agents that name it in {@link Subject#judgedBy}. */
    TEST_AMONG_ALL;

    public boolean isTest() {
        return this == TEST || this == TEST_AMONG_ALL;
    }
}
