// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import java.util.Collections;
import java.util.List;

/**
 * What a model wrote in one turn.
 *
 * @param verified true where there is a verify element
 * @param mask its verdicts in order, null for what is neither 0 nor 1; empty where there are none
 * @param wellFormed true where it has the form of its kind of turn, the length of the mask aside
 */
public record ModelOutput(Action action, boolean verified, List<Boolean> mask, boolean wellFormed) {
    public ModelOutput {
        mask = Collections.unmodifiableList(mask); // copyOf takes no nulls
    }

    /** True where there is one verdict for each result of the search before. */
    public boolean judges(int results) {
        return verified && mask.size() == results && !mask.contains(null);
    }
}
