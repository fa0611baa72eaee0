// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.world.Draws;
import dev.eddy.local.world.Seeds;
import dev.eddy.picture.Pixels;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A world of printed reports: {@code documents}, or {@code documents-fine} with larger pages and more fine print. Everything
 * follows from specification and seed; pages are drawn when asked for and not kept. What a page states and where is known here
 * alone, for labels; whoever answers questions has the pictures. Immutable and thread-safe.
 */
public final class DocumentWorld {
    private static final int ENTITIES = 3;
    private static final int ORDER = 4;
    private static final int QUESTION = 5;
    private static final int PAGE = 6;

    private final DocumentStyle style;
    private final long seed;
    private final List<String> entities;
    private final List<PagePlan> pages;
    private final int[] pageNumbers;
    private final Map<DocumentSplit, FactPool> facts;

    DocumentWorld(DocumentStyle style, long seed) {
        this.style = style;
        this.seed = seed;
        entities = entities(style.documents(), Seeds.random(seed, ENTITIES));
        pages = IntStream.range(0, style.documents())
                .boxed()
                .flatMap(document -> ReportWriter.write(style, seed, document, entities.get(document)).stream())
                .toList();
        pageNumbers = IntStream.range(0, pages.size()).toArray();
        Draws.first(pageNumbers, pageNumbers.length, Seeds.random(seed, ORDER)); // so that no id tells a document
        int trained = style.trained() * style.pages();
        facts = new EnumMap<>(Map.of(
                DocumentSplit.TRAIN, FactPool.of(pages.subList(0, trained), style.fineQuestions()),
                DocumentSplit.TEST, FactPool.of(pages.subList(trained, pages.size()), style.fineQuestions())));
    }

    /** Opens a world; throws {@link IllegalArgumentException} for a specification that there is not. */
    public static DocumentWorld open(String specification, long seed) {
        for (DocumentStyle style : List.of(DocumentStyle.FROZEN, DocumentStyle.FINE)) {
            if (style.name().equals(specification)) {
                return new DocumentWorld(style, seed);
            }
        }
        throw new IllegalArgumentException("there is no world of documents '" + specification + "'; set 'world' to "
                + DocumentStyle.FROZEN.name() + " or to " + DocumentStyle.FINE.name());
    }

    /** What queries name to have this world searched. */
    public String corpusId() {
        return style.name() + "/" + seed;
    }

    /** Number of pages. */
    public int pages() {
        return pages.size();
    }

    /** How a page is called outside, by its position. */
    public String pageId(int page) {
        return String.format("page-%04d", pageNumbers[page]);
    }

    /** Draws a page. */
    public Pixels draw(int page) {
        return PageDrawing.draw(plan(page), style.width(), style.height(), Seeds.mix(seed, PAGE, page));
    }

    /** The question of a number, from 0: as many as wanted, with repetitions. */
    public DocumentQuestion question(DocumentSplit split, long number) {
        Random random = random(split, number);
        Fact fact = facts.get(split).draw(random);
        return DocumentQuestion.about(this, fact, entities.get(fact.page() / style.pages()), random);
    }

    /** What the question of a number is about. */
    Fact fact(DocumentSplit split, long number) {
        return facts.get(split).draw(random(split, number));
    }

    private Random random(DocumentSplit split, long number) {
        return Seeds.random(seed, QUESTION, split.ordinal(), number);
    }

    PagePlan plan(int page) {
        return pages.get(page);
    }

    DocumentStyle style() {
        return style;
    }

    private static List<String> entities(int count, Random random) {
        Set<String> names = new LinkedHashSet<>();
        while (names.size() < count) {
            names.add(Words.entity(random));
        }
        return new ArrayList<>(names);
    }
}
