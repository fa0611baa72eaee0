// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.WeightsForm;
import java.util.List;

/**
 * All that the policy learns, and what it was made with.
 *
 * @param memory content hash of what it knows, in the blob store
 * @param rich whether its answers see dates and sites without verdicts
 * @param parameters of the {@link Heads}; not to be changed
 */
record SvrlWeights(String memory, boolean rich, float[] parameters) {
    static final WeightsForm FORM = new WeightsForm(
            "EDDYSVRL",
            1,
            List.of(DeedRows.FEATURES, QueryRows.FEATURES, VerdictRows.FEATURES, AnswerRows.FEATURES, Heads.HIDDEN),
            1,
            1,
            Heads.PARAMETERS);

    SvrlWeights moved(float[] others) {
        return new SvrlWeights(memory, rich, others);
    }

    byte[] bytes() {
        return FORM.write(new WeightsForm.Held(List.of(memory), new float[] {rich ? 1 : 0}, parameters));
    }

    /** Reads what {@link #bytes} wrote; throws INVALID for anything else. */
    static SvrlWeights of(byte[] bytes) {
        WeightsForm.Held held = FORM.read(bytes);
        return new SvrlWeights(held.texts().get(0), held.constants()[0] == 1, held.parameters());
    }
}
