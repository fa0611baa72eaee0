// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.EffectStatus;

/** The completion of an effect: its value, or a typed failure. Failures are data for the agent, never exceptions. */
public sealed interface EffectResult {
    int seq();

    record Completed(int seq, EffectValue value) implements EffectResult {}

    /**
     * @param status anything but {@link EffectStatus#OK}: TIMEOUT and UNAVAILABLE are the infrastructure's, REJECTED and
     *     INVALID the request's
     */
    record Failed(int seq, EffectStatus status, String error) implements EffectResult {
        public Failed {
            if (status == EffectStatus.OK) {
                throw new IllegalArgumentException("a failed effect cannot have the status OK");
            }
        }

        /** True where the same request might succeed another time. */
        public boolean infrastructure() {
            return status == EffectStatus.TIMEOUT || status == EffectStatus.UNAVAILABLE;
        }
    }
}
