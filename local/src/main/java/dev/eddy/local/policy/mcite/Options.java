// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a choice is between.
 *
 * @param names as they are spelled in what the policy says; all different
 * @param candidates one a name
 * @param inputs features of each; not to be changed
 * @param offsets added to the logits: minus the logarithm of the number of candidates of the same level, so that each level
 *     begins about equally likely, as if a model first said what kind of thing it means
 */
record Options(List<String> names, List<Candidate> candidates, float[][] inputs, float[] offsets) {
    /** Of candidates that are spelled alike, the first counts. */
    static Options of(Collection<Candidate> all) {
        Map<String, Candidate> byName = new LinkedHashMap<>();
        int[] ofLevel = new int[Level.values().length];
        for (Candidate candidate : all) {
            if (byName.putIfAbsent(candidate.corners(), candidate) == null) {
                ofLevel[candidate.level().ordinal()]++;
            }
        }
        List<Candidate> candidates = new ArrayList<>(byName.values());
        float[][] inputs = new float[candidates.size()][];
        float[] offsets = new float[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = candidates.get(i).features();
            offsets[i] = (float) -Math.log(ofLevel[candidates.get(i).level().ordinal()]);
        }
        return new Options(new ArrayList<>(byName.keySet()), candidates, inputs, offsets);
    }

    boolean isEmpty() {
        return names.isEmpty();
    }
}
