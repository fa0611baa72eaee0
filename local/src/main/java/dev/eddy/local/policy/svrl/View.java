// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.policy.Sight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A dialogue beside the policy's memory: whom the picture may show, what was found, and what is remembered. Of what was found
 * only what was kept counts as evidence. Immutable.
 */
final class View {
    private static final float LIKE = 0.85f;
    private static final float DEVIATION = 0.1f;
    private static final float GAIN = 5;
    private static final float SURE = 5;

    final Dialogue dialogue;
    final EmblemQuestion question;
    final Recognition recognition;
    final Memory memory;
    /** Of the recognised organisation. */
    final Recall recall;

    final Map<String, Title> titles = new LinkedHashMap<>();
    final List<Finding> findings = new ArrayList<>();
    /** Names that the first hop led to, in what was kept, with how often. */
    final Map<String, Integer> bridges = new LinkedHashMap<>();
    /** Answers in what was kept, with what supports them. */
    final Map<String, List<Finding>> answers = new LinkedHashMap<>();

    private float bestLikeness;

    View(Dialogue dialogue, Memory memory) {
        this.dialogue = dialogue;
        this.memory = memory;
        this.question = dialogue.question();
        this.recognition = dialogue.asked().recognition();
        this.recall = question == null ? Recall.NOTHING : memory.recall(recognition.name(), question);
        List<String> names = new ArrayList<>();
        if (recognition.name() != null) {
            names.add(recognition.name());
        }
        for (int number = 0; number < dialogue.exchanges().size(); number++) {
            Exchange exchange = dialogue.exchanges().get(number);
            addTitles(exchange, names);
            List<Finding> found = Finding.of(number, exchange, question, names);
            findings.addAll(found);
            for (Finding finding : found) {
                if (finding.firstHop() && finding.value() != null) {
                    names.add(finding.value());
                }
            }
        }
        for (Finding finding : findings) {
            if (finding.kept() && finding.value() != null) {
                if (finding.firstHop()) {
                    bridges.merge(finding.value(), 1, Integer::sum);
                } else {
                    answers.computeIfAbsent(finding.value(), value -> new ArrayList<>())
                            .add(finding);
                }
            }
        }
    }

    private void addTitles(Exchange exchange, List<String> names) {
        for (int i = 0; i < exchange.results().size(); i++) {
            if (exchange.results().get(i) instanceof Piece.Thumbnail thumbnail) {
                Title title = new Title(thumbnail.title(), likeness(thumbnail), 1, exchange.keeps(i));
                titles.merge(title.name(), title, Title::and);
                bestLikeness = Math.max(bestLikeness, title.likeness());
                names.add(title.name());
            }
        }
    }

    float likeness(Piece.Thumbnail thumbnail) {
        Sight picture = dialogue.asked().picture();
        return picture == null ? 0 : Sight.cosine(picture, thumbnail.picture());
    }

    /** A likeness in deviations from what another picture of the same emblem has. */
    static float score(float likeness) {
        return (likeness - LIKE) / DEVIATION;
    }

    /** How far a likeness stays behind the best of the search. */
    float behind(float likeness) {
        return GAIN * (likeness - bestLikeness);
    }

    /** How clearly the picture reminds of one organisation before all others, 0 to 1. */
    float margin() {
        return Math.min(1, GAIN * recognition.margin());
    }

    /** How much was heard of something, 0 to 1. */
    static float strength(Recall recall) {
        return Math.min(recall.count(), SURE) / SURE;
    }

    boolean current() {
        return question != null && question.relation().changing();
    }

    boolean twoHops() {
        return question != null && question.twoHops();
    }

    boolean recognises(String name) {
        return name != null && name.equals(recognition.name());
    }

    int textSearches() {
        return (int) dialogue.exchanges().stream()
                .filter(exchange -> !exchange.byPicture())
                .count();
    }

    boolean searchedPictures() {
        return dialogue.exchanges().stream().anyMatch(Exchange::byPicture);
    }

    /** What the last search by text asked; empty before the first. */
    String lastQuery() {
        String last = "";
        for (Exchange exchange : dialogue.exchanges()) {
            last = exchange.byPicture() ? last : exchange.query();
        }
        return last;
    }
}
