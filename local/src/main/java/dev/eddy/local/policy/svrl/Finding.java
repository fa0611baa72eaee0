// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.NameMatch;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Sentences;
import dev.eddy.local.language.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A result of a search by text beside what was asked for.
 *
 * @param exchange number of the search among all, from 0
 * @param rank in it, from 0
 * @param name that the query asked about; null where it names nobody known
 * @param relation that was wanted
 * @param firstHop whether it was to lead to the organisation that the question is about
 * @param value that it states of the relation; null where it states none
 */
record Finding(
        int exchange,
        int rank,
        Piece.Snippet snippet,
        String name,
        Relation relation,
        boolean firstHop,
        String value,
        boolean kept) {
    /** The findings of a search; empty for a search by picture and where the question is not understood. */
    static List<Finding> of(int number, Exchange exchange, EmblemQuestion question, List<String> names) {
        List<Finding> findings = new ArrayList<>();
        if (exchange.byPicture() || question == null) {
            return findings;
        }
        List<String> words = Sentences.words(exchange.query());
        boolean asksFinal = words.stream().anyMatch(word -> Relation.of(word) == question.relation());
        boolean firstHop = question.twoHops() && !asksFinal;
        Relation relation = firstHop ? question.link() : question.relation();
        String name = names.stream()
                .filter(known -> exchange.query().contains(known))
                .findFirst()
                .orElse(null);
        for (int rank = 0; rank < exchange.results().size(); rank++) {
            if (exchange.results().get(rank) instanceof Piece.Snippet snippet) {
                String value = value(snippet, relation);
                findings.add(new Finding(number, rank, snippet, name, relation, firstHop, value, exchange.keeps(rank)));
            }
        }
        return findings;
    }

    private static String value(Piece.Snippet snippet, Relation relation) {
        for (Statement statement : snippet.statements()) {
            if (statement.relation() == relation) {
                return statement.value();
            }
        }
        return null;
    }

    double nameMatch() {
        return name == null ? 0 : NameMatch.of(snippet.all(), name);
    }

    /** The share of the words that belong to the relation which the snippet has. */
    double overlap() {
        int found = snippet.words().contains(relation.word()) || snippet.words().contains(relation.synonym()) ? 1 : 0;
        for (String topic : relation.topics()) {
            found += snippet.words().contains(topic) ? 1 : 0;
        }
        return found / (1.0 + relation.topics().size());
    }

    boolean agrees(Finding other) {
        return value != null && value.equals(other.value) && firstHop == other.firstHop;
    }
}
