// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import java.util.Locale;

/** The parts of an encyclopaedia: no organisation, name, emblem or page of one is in another, so nothing can be memorised. */
public enum Part {
    /** Whose questions a policy learns from. */
    TRAIN,
    /** Whose questions the cold start is gathered with. */
    COLD_START,
    /** Whose questions a policy is judged by. */
    TEST;

    /** As it stands in query ids. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
