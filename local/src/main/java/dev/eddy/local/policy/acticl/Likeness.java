// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Sight;
import java.util.List;

/** How alike two lists of pictures are: the cosine of their most alike pair. */
@FunctionalInterface
interface Likeness {
    float of(List<Sight> some, List<Sight> others);
}
