// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Statement;
import dev.eddy.local.world.Draws;
import dev.eddy.local.world.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a world is like before anybody learns in it: what a plain query ("name relation") finds, how reliable the majority of it
 * is, and how well thumbnails tell organisations. A majority is the value that most results state; of several that are stated
 * equally often the first in rank, as in every vote of SVRL's: somebody who reads by majority has to say something.
 */
final class ResultMix {
    private static final int RESULTS = 6;
    private static final int FEWEST = 2;

    /** What a result is to a question. */
    enum Kind {
        GOOD,
        OUTDATED,
        CONTRADICTORY,
        NOISE,
        OFF_TOPIC,
        LOOK_ALIKE,
        OTHER
    }

    private final Encyclopaedia world;
    private final Map<Kind, Double> shares = new EnumMap<>(Kind.class);
    private int shown;
    private int searches;
    private int useless;
    private int majorities;
    private int untied;

    ResultMix(Encyclopaedia world) {
        this.world = world;
    }

    /** Figures by name, in per cent; over each attribute of so many organisations of the part that judges. */
    Map<String, Double> measure(int organisations, String addition) {
        shares.clear();
        shown = 0;
        searches = 0;
        useless = 0;
        majorities = 0;
        untied = 0;
        List<Organisation> all = world.population(Part.TEST).organisations();
        for (int i = 0; i < Math.min(organisations, all.size()); i++) {
            for (Relation relation : Encyclopaedia.ATTRIBUTES) {
                search(all.get(i), relation, addition, Seeds.random(i, relation.ordinal()));
            }
        }
        Map<String, Double> figures = new TreeMap<>();
        for (Kind kind : Kind.values()) {
            figures.put(kind.name(), 100 * shares.getOrDefault(kind, 0.0) / shown);
        }
        figures.put("no useful result", 100.0 * useless / searches);
        figures.put("majority right", 100.0 * majorities / searches);
        figures.put("majority right, untied", 100.0 * untied / searches);
        return figures;
    }

    private void search(Organisation subject, Relation relation, String addition, Random random) {
        List<Integer> ranked = world.fullText().search(subject.name() + " " + relation.word() + addition, RESULTS);
        int[] ranks = IntStream.range(0, ranked.size()).toArray();
        int wanted = Math.min(FEWEST + random.nextInt(RESULTS - FEWEST + 1), ranks.length);
        Draws.first(ranks, wanted, random);
        Arrays.sort(ranks, 0, wanted);
        Map<String, Integer> votes = new LinkedHashMap<>();
        boolean found = false;
        for (int i = 0; i < wanted; i++) {
            Page result = world.pages().get(ranked.get(ranks[i]));
            shares.merge(kind(result, subject, relation), 1.0, Double::sum);
            shown++;
            for (Statement statement : Statement.read(result.summary())) {
                found |= statement.value().equals(subject.fact(relation).value());
                if (statement.relation() == relation) {
                    votes.merge(statement.value(), 1, Integer::sum);
                }
            }
        }
        searches++;
        useless += found ? 0 : 1;
        int most = votes.values().stream().max(Integer::compare).orElse(0);
        List<String> majority = votes.keySet().stream()
                .filter(value -> votes.get(value) == most)
                .toList();
        boolean right = !majority.isEmpty()
                && majority.get(0).equals(subject.fact(relation).value());
        majorities += right ? 1 : 0;
        untied += right && majority.size() == 1 ? 1 : 0;
    }

    private static Kind kind(Page page, Organisation subject, Relation relation) {
        if (subject.relatives().contains(page.subject())) {
            return Kind.LOOK_ALIKE;
        }
        if (!page.subject().equals(subject.name())) {
            return Kind.OTHER;
        }
        if (page.origin() == Page.Origin.COOKIE_WALL) {
            return Kind.NOISE;
        }
        if (page.relation() != relation) {
            return Kind.OFF_TOPIC;
        }
        return switch (page.origin()) {
            case GOOD -> Kind.GOOD;
            case OUTDATED -> Kind.OUTDATED;
            default -> Kind.CONTRADICTORY;
        };
    }

    /** How often a question's picture finds its own thumbnail first, the right title first, and the right title in five. */
    Map<String, Double> thumbnails(int organisations) {
        double own = 0;
        double first = 0;
        double five = 0;
        double cosines = 0;
        List<Organisation> all = world.population(Part.TEST).organisations();
        List<Gallery.Thumbnail> thumbnails = world.gallery().thumbnails();
        int offset = thumbnails.size() - all.size();
        int count = Math.min(organisations, all.size());
        for (int i = 0; i < count; i++) {
            List<Gallery.Thumbnail> found =
                    new ArrayList<>(world.gallery().search(world.drawing(Part.TEST, all.get(i), 0), 5));
            String name = all.get(i).name();
            own += found.get(0) == thumbnails.get(offset + i) ? 1 : 0;
            first += found.get(0).title().equals(name) ? 1 : 0;
            five += found.stream().anyMatch(thumbnail -> thumbnail.title().equals(name)) ? 1 : 0;
        }
        return new TreeMap<>(Map.of(
                "own thumbnail first", 100 * own / count,
                "right title first", 100 * first / count,
                "right title in five", 100 * five / count));
    }

    /** Arguments: seeds. */
    public static void main(String[] args) {
        for (String seed : args) {
            long start = System.nanoTime();
            Encyclopaedia world = Encyclopaedia.open(Long.parseLong(seed));
            System.out.printf(
                    "seed %s: %d pages, %.1f s, schooling %d kB%n",
                    seed, world.pages().size(), (System.nanoTime() - start) / 1e9, world.schooling().length / 1000);
            ResultMix mix = new ResultMix(world);
            start = System.nanoTime();
            for (String addition : List.of("", " latest", " official", " 2026")) {
                System.out.println("'name relation" + addition + "' " + rounded(mix.measure(200, addition)));
            }
            System.out.printf("%.0f us a search%n", (System.nanoTime() - start) / 1e3 / 4 / 200 / 8);
            System.out.println(rounded(mix.thumbnails(480)));
            for (int i = 0; i < 4; i++) {
                EmblemCase asked = world.question(Part.TEST, i);
                System.out.println(asked.text() + " " + asked.target() + " " + EmblemQuestion.of(asked.text()));
            }
            String name = world.population(Part.TEST).organisations().get(0).name();
            for (int page : world.fullText().search(name + " chair", 6)) {
                System.out.println(world.pages().get(page));
            }
        }
    }

    private static String rounded(Map<String, Double> figures) {
        StringBuilder text = new StringBuilder();
        figures.forEach((name, value) -> text.append(String.format("%s %.1f, ", name, value)));
        return text.toString();
    }
}
