// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.List;

/** What one page shows and states, before it is drawn. */
record PagePlan(List<Mark> marks, List<Fact> facts) {
    PagePlan {
        marks = List.copyOf(marks);
        facts = List.copyOf(facts);
    }
}
