// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.WeightsForm;
import java.util.Map;
import java.util.Set;

/**
 * All that the policy learns, and what it was made with.
 *
 * @param memory content hash of what it knows, in the blob store
 * @param rich whether its answers see dates and sites without verdicts
 * @param parameters of the {@link Heads}; not to be changed
 */
record SvrlWeights(String memory, boolean rich, float[] parameters) {
    static final String RICH = "rich";
    static final String PLAIN = "plain";

    private static final String MEMORY = "memory";
    private static final String READER = "reader";
    private static final WeightsForm FORM = new WeightsForm(SvrlFamily.NAME, 1, Heads.shapes(), Set.of(MEMORY, READER));

    SvrlWeights moved(float[] others) {
        return new SvrlWeights(memory, rich, others);
    }

    byte[] bytes() {
        return FORM.write(Map.of(MEMORY, memory, READER, rich ? RICH : PLAIN), parameters);
    }

    /** Reads what {@link #bytes} wrote; throws INVALID for anything else. */
    static SvrlWeights of(byte[] bytes) {
        WeightsForm.Held held = FORM.read(bytes);
        return new SvrlWeights(
                held.notes().get(MEMORY), held.notes().get(READER).equals(RICH), held.parameters());
    }
}
