// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Sight;
import java.util.List;

/**
 * A preview or a demonstration in an observation, and how it compares. Likenesses are cosines.
 *
 * @param index the number by which calls name it
 * @param target null for a preview
 * @param allowed whether the target is a name that the question allows
 * @param tokens of its segment
 * @param kept whether it is in the context
 * @param toQuery likeness to the question's pictures
 * @param toAllowed highest likeness to another demonstration whose target is allowed; NaN where there is none
 * @param toUseless the same for targets that are not allowed
 */
record Item(
        int index,
        List<Sight> pictures,
        String target,
        boolean allowed,
        int tokens,
        boolean kept,
        float toQuery,
        float toAllowed,
        float toUseless) {
    boolean read() {
        return target != null;
    }

    boolean useless() {
        return read() && !allowed;
    }
}
