// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.schemas.EffectRecord;

/** What the recorded time of an effect says about whoever was called. */
public final class EffectLatency {
    private EffectLatency() {}

    /**
     * Whether it is the latency of one call. It runs from the first attempt on, so where a restore came between, whoever answered,
     * the time in which nothing ran is in it; and a journal's answer says nothing about whom it stands for.
     */
    public static boolean isOfOneCall(EffectRecord effect) {
        return effect.getAttempts() == 1 && !effect.getFromJournal();
    }
}
