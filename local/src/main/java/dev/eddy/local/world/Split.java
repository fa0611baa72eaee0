// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.Locale;

/**
 * Which classes an instance is made of. The classes of a world are split in halves once; training sees nothing of the second
 * half, neither as targets nor as distractors.
 */
public enum Split {
    /** Targets and distractors from the first half. */
    TRAIN,
    /** Targets and distractors from the second half: every class of the bank was unseen in training. The judged one. */
    STRICT,
    /** Targets from the second half, distractors from all classes. */
    ALL,
    /** Targets and distractors from all classes: not held out; for tables that compare worlds. */
    WHOLE;

    /** As it stands in a bank's id. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The inverse of {@link #key}; throws {@link IllegalArgumentException} for another text. */
    public static Split of(String key) {
        for (Split split : values()) {
            if (split.key().equals(key)) {
                return split;
            }
        }
        throw new IllegalArgumentException("'" + key + "' is no split; there are train, strict, all and whole");
    }
}
