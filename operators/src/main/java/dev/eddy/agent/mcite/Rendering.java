// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.schemas.Purpose;

/**
 * Which crops become pictures of their own. A model that takes whole pictures needs them; a policy that crops pages by itself
 * does not, nor does the viewer, and one takes as long as a hundred of that policy's calls.
 */
public enum Rendering {
    ALWAYS,
    BUT_TRAINING,
    NEVER;

    boolean renders(Purpose purpose) {
        return this == ALWAYS || this == BUT_TRAINING && purpose != Purpose.TRAIN;
    }
}
