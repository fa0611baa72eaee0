// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What questions can be about, by kind and print. */
record FactPool(Map<Fact.Kind, List<Fact>> ordinary, Map<Fact.Kind, List<Fact>> fine, double fineShare) {
    private static final double TABLE_SHARE_OF_FINE = 0.6;

    static FactPool of(List<PagePlan> pages, double fineShare) {
        Map<Fact.Kind, List<Fact>> ordinary = new EnumMap<>(Fact.Kind.class);
        Map<Fact.Kind, List<Fact>> fine = new EnumMap<>(Fact.Kind.class);
        for (PagePlan page : pages) {
            for (Fact fact : page.facts()) {
                (fact.fine() ? fine : ordinary)
                        .computeIfAbsent(fact.kind(), kind -> new ArrayList<>())
                        .add(fact);
            }
        }
        return new FactPool(ordinary, fine, fineShare);
    }

    /** Of ordinary print 40 tables to 25 charts to 25 sentences, of fine print 6 tables to 4 sentences. */
    Fact draw(Random random) {
        List<Fact> drawn;
        if (random.nextDouble() < fineShare) {
            boolean table = random.nextDouble() < TABLE_SHARE_OF_FINE;
            drawn = fine.get(table ? Fact.Kind.TABLE : Fact.Kind.SENTENCE);
        } else {
            int kind = random.nextInt(90);
            drawn = ordinary.get(kind < 40 ? Fact.Kind.TABLE : kind < 65 ? Fact.Kind.CHART : Fact.Kind.SENTENCE);
        }
        return drawn.get(random.nextInt(drawn.size()));
    }
}
