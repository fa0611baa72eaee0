// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.language.Relation;
import dev.eddy.local.world.Seeds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The organisations of a part and what is true of them. Immutable and thread-safe. */
final class Population {
    private static final int TRUTH = 1;
    private static final int FALSEHOOD = 2;
    private static final int EARLIEST_CHANGE = 4;
    private static final int CHANGES = 5;

    private final List<Organisation> organisations;
    private final Map<String, Organisation> byName = new HashMap<>();

    private Population(List<Organisation> organisations) {
        this.organisations = List.copyOf(organisations);
        organisations.forEach(organisation -> byName.put(organisation.name(), organisation));
    }

    static Population create(Style style, long seed, Part part) {
        long own = Seeds.mix(seed, part.ordinal());
        List<String> names = Names.deal(seed, part, style.clusters());
        List<Map<Relation, Fact>> truths = new ArrayList<>();
        List<Boolean> famous = new ArrayList<>();
        for (int number = 0; number < names.size(); number++) {
            Random random = Seeds.random(own, TRUTH, number);
            famous.add(random.nextDouble() < style.famous());
            truths.add(truth(style, number, names, random));
        }
        List<Organisation> organisations = new ArrayList<>();
        for (int number = 0; number < names.size(); number++) {
            Random random = Seeds.random(own, FALSEHOOD, number);
            int first = number / Style.MEMBERS * Style.MEMBERS;
            Map<Relation, Fact> facts = new EnumMap<>(Relation.class);
            for (Relation relation : Relation.values()) {
                int relative = first + (number - first + 1 + random.nextInt(Style.MEMBERS - 1)) % Style.MEMBERS;
                Fact fact = truths.get(number).get(relation);
                String confused = truths.get(relative).get(relation).value();
                facts.put(relation, withFalsehood(fact, confused, relation, names, random));
            }
            List<String> relatives = new ArrayList<>(names.subList(first, first + Style.MEMBERS));
            relatives.remove(names.get(number));
            organisations.add(new Organisation(number, names.get(number), famous.get(number), facts, relatives));
        }
        return new Population(organisations);
    }

    private static Map<Relation, Fact> truth(Style style, int number, List<String> names, Random random) {
        Map<Relation, Fact> facts = new EnumMap<>(Relation.class);
        for (Relation relation : Relation.values()) {
            String value = value(relation, names, names.get(number), random);
            boolean changed = relation.changing() && random.nextDouble() < style.changed();
            int since = Style.FIRST_YEAR + (changed ? EARLIEST_CHANGE + random.nextInt(CHANGES) : 0);
            facts.put(relation, new Fact(value, changed ? value(relation, names, value, random) : null, since, null));
        }
        return facts;
    }

    /** Anything that a relation can lead to but one. */
    private static String value(Relation relation, List<String> names, String but, Random random) {
        List<String> values = relation.link() ? names : relation.answers();
        String value = values.get(random.nextInt(values.size()));
        while (value.equals(but)) {
            value = values.get(random.nextInt(values.size()));
        }
        return value;
    }

    private static Fact withFalsehood(
            Fact fact, String confused, Relation relation, List<String> names, Random random) {
        String falsehood = confused;
        while (falsehood.equals(fact.value()) || falsehood.equals(fact.earlier())) {
            falsehood = value(relation, names, fact.value(), random);
        }
        return new Fact(fact.value(), fact.earlier(), fact.since(), falsehood);
    }

    List<Organisation> organisations() {
        return organisations;
    }

    /** Null for a name that nobody has. */
    Organisation named(String name) {
        return byName.get(name);
    }
}
