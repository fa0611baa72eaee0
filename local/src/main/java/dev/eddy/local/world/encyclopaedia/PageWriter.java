// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.language.Boilerplate;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.SiteKind;
import dev.eddy.local.language.Statement;
import dev.eddy.local.world.Seeds;
import dev.eddy.local.world.encyclopaedia.Page.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Writes the pages about an organisation. Stateless. */
final class PageWriter {
    private static final int PAGES = 5;
    private static final int MOST_PAGES = 8;
    private static final int LEAST_OUTDATED = 2;
    private static final int MONTHS = 12;
    private static final double YEAR_OF_GRACE = 0.5;
    /** Of the kinds of sites, in their order, by origin of the page. */
    private static final double[][] SITES = {
        {.36, .38, .16, .06, .04}, {.20, .35, .25, .10, .10}, {.01, .04, .12, .42, .41}, {.10, .10, .20, .20, .40}
    };

    private final Style style;
    private final long seed;

    /** @param seed of the part */
    PageWriter(Style style, long seed) {
        this.style = style;
        this.seed = seed;
    }

    List<Page> write(Organisation organisation) {
        List<Page> pages = new ArrayList<>();
        for (Relation relation : Relation.values()) {
            Random random = Seeds.random(seed, PAGES, organisation.number(), relation.ordinal());
            Fact fact = organisation.fact(relation);
            int good = 2 + random.nextInt(2);
            int outdated = fact.changed() ? LEAST_OUTDATED + random.nextInt(3) : 0;
            int contradictory = Math.min(2 + random.nextInt(3), MOST_PAGES - good - outdated);
            for (int i = 0; i < good; i++) {
                pages.add(page(organisation, relation, Origin.GOOD, fact.value(), random));
            }
            for (int i = 0; i < outdated; i++) {
                pages.add(page(organisation, relation, Origin.OUTDATED, fact.earlier(), random));
            }
            for (int i = 0; i < contradictory; i++) {
                pages.add(page(organisation, relation, Origin.CONTRADICTORY, fact.falsehood(), random));
            }
        }
        Random random = Seeds.random(seed, PAGES, organisation.number(), Relation.values().length);
        for (int i = 0; i < style.cookieWalls(); i++) {
            Relation relation = Relation.values()[random.nextInt(Relation.values().length)];
            pages.add(page(organisation, relation, Origin.COOKIE_WALL, null, random));
        }
        return pages;
    }

    private Page page(Organisation organisation, Relation relation, Origin origin, String value, Random random) {
        String name = organisation.name();
        boolean named = random.nextDouble() >= style.unnamed();
        String word = random.nextDouble() < style.synonym() ? relation.synonym() : relation.word();
        Statement.Form form = Statement.Form.of(random.nextInt());
        String rest = rest(relation, origin, random);
        String unlike = random.nextDouble() < style.unlike()
                ? " It is unlike " + String.join(" and ", organisation.relatives()) + "."
                : "";
        int year = year(organisation.fact(relation), origin, random);
        boolean dated = random.nextDouble() < style.dated();
        double standing =
                style.quality() * random.nextGaussian() + (origin == Origin.COOKIE_WALL ? style.cookieStanding() : 0);
        return new Page(
                site(origin, random),
                named ? name : "Facts and figures",
                dated ? String.format(Locale.ROOT, "%d-%02d", year, 1 + random.nextInt(MONTHS)) : null,
                year,
                value == null ? "" : word,
                opening(name, relation, value, form, word) + " " + rest,
                opening(named ? name : null, relation, value, form, word) + " " + rest + unlike,
                standing,
                name,
                relation,
                origin);
    }

    /**
     * What a page begins with.
     *
     * @param name null where it is left out
     * @param value null where the page says nothing
     */
    private static String opening(String name, Relation relation, String value, Statement.Form form, String word) {
        if (value == null) {
            return name == null ? "Welcome to this page." : "Welcome to the page of " + name + ".";
        }
        return new Statement(name, relation, value).sentence(form, word);
    }

    private static String rest(Relation relation, Origin origin, Random random) {
        StringBuilder rest = new StringBuilder(about(relation, origin, random));
        for (int i = boilerplate(origin, random); i > 0; i--) {
            rest.append(' ').append(Boilerplate.SENTENCES.get(random.nextInt(Boilerplate.SENTENCES.size())));
        }
        return rest.toString();
    }

    /** A sentence with some of the words that belong to a relation. */
    private static String about(Relation relation, Origin origin, Random random) {
        double share = switch (origin) {
            case GOOD, OUTDATED -> 0.65;
            case CONTRADICTORY -> 0.5;
            case COOKIE_WALL -> 0.25;
        };
        List<String> words = new ArrayList<>();
        for (String topic : relation.topics()) {
            if (random.nextDouble() < share) {
                words.add(topic);
            }
        }
        return words.isEmpty() ? "There is more to come." : "Read more about " + String.join(" and ", words) + ".";
    }

    /** How many sentences say nothing. */
    private static int boilerplate(Origin origin, Random random) {
        return switch (origin) {
            case GOOD, OUTDATED -> random.nextInt(2);
            case CONTRADICTORY -> random.nextInt(3);
            case COOKIE_WALL -> 2 + random.nextInt(3);
        };
    }

    private static int year(Fact fact, Origin origin, Random random) {
        int span = Style.LAST_YEAR - Style.FIRST_YEAR;
        return switch (origin) {
            case GOOD -> fact.since() + random.nextInt(Style.LAST_YEAR - fact.since() + 1);
            case OUTDATED -> {
                double before = (fact.since() - Style.FIRST_YEAR + YEAR_OF_GRACE) * random.nextDouble();
                yield Style.FIRST_YEAR + (int) before;
            }
            case CONTRADICTORY, COOKIE_WALL -> Style.FIRST_YEAR + random.nextInt(span + 1);
        };
    }

    private static String site(Origin origin, Random random) {
        double rest = random.nextDouble();
        int kind = 0;
        for (double share : SITES[origin.ordinal()]) {
            rest -= share;
            if (rest < 0) {
                break;
            }
            kind++;
        }
        SiteKind[] kinds = SiteKind.values();
        return kinds[Math.min(kind, kinds.length - 1)].site("site" + (1 + random.nextInt(40)));
    }
}
