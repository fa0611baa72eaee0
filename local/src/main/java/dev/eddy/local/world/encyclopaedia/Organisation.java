// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.language.Relation;
import java.util.List;
import java.util.Map;

/**
 * Something with an emblem that pages are written about.
 *
 * @param number in its part, from 0; look-alikes are neighbours
 * @param facts of every relation
 * @param relatives the names of its look-alikes
 */
record Organisation(int number, String name, boolean famous, Map<Relation, Fact> facts, List<String> relatives) {
    Organisation {
        facts = Map.copyOf(facts);
        relatives = List.copyOf(relatives);
    }

    Fact fact(Relation relation) {
        return facts.get(relation);
    }

    int cluster() {
        return number / Style.MEMBERS;
    }
}
