// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.EffectStatus;

/** The completion of an effect: its value, or a typed failure. Failures are data for the agent, never exceptions. */
public sealed interface EffectResult {
    int seq();

    /** True if the effect journal had it. For the record alone: an agent must not look at it. */
    boolean fromJournal();

    /** What a completed effect brought, as what it must bring; anything else is a defect of whoever ran it. */
    default <T extends EffectValue> T value(Class<T> type) {
        Object value = this instanceof Completed completed ? completed.value() : this;
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "effect " + seq() + " must complete with a " + type.getSimpleName() + ", got " + value);
        }
        return type.cast(value);
    }

    record Completed(int seq, EffectValue value, boolean fromJournal) implements EffectResult {
        public Completed(int seq, EffectValue value) {
            this(seq, value, false);
        }
    }

    /**
     * @param status anything but {@link EffectStatus#OK}: TIMEOUT and UNAVAILABLE are the infrastructure's, REJECTED and
     *     INVALID the request's
     */
    record Failed(int seq, EffectStatus status, String error, boolean fromJournal) implements EffectResult {
        public Failed {
            if (status == EffectStatus.OK) {
                throw new IllegalArgumentException("a failed effect cannot have the status OK");
            }
        }

        public Failed(int seq, EffectStatus status, String error) {
            this(seq, status, error, false);
        }

        /** True where the same request might succeed another time. */
        public boolean infrastructure() {
            return status == EffectStatus.TIMEOUT || status == EffectStatus.UNAVAILABLE;
        }
    }
}
