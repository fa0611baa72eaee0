// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What sentences can say of an organisation. */
public enum Relation {
    CHAIR("chair", "head", true, "elected term meeting board", "Ald Bren Cor Dav El Fen", "a ric win mund"),
    SPONSOR("sponsor", "backer", true, "contract funding logo season", "Tek Vol Nor Sun Blu Qar", "tex dyne lux corp"),
    VENUE("venue", "home", true, "building stage address doors", "Ash Birch Clay Dun Elm Fox", "ford ton bury dale"),
    FOUNDER(
            "founder",
            "originator",
            false,
            "history charter beginnings pioneer",
            "Gar Hal Ing Jor Kel Lan",
            "eth ona ulf isa"),
    ORIGIN(
            "origin",
            "birthplace",
            false,
            "region roots valley province",
            "Mar Nev Ost Pal Quer Rav",
            "onia land mark shire"),
    CRAFT(
            "craft",
            "trade",
            false,
            "workshop tools apprentices guilds",
            "copper silver linen cedar marble amber",
            "work ware weaving carving"),
    PARENT("parent", "owner", false, "umbrella holding shares group", "", ""),
    RIVAL("rival", "opponent", false, "derby contest feud fixture", "", "");

    private static final Map<String, Relation> BY_WORD = new HashMap<>();

    static {
        for (Relation relation : values()) {
            BY_WORD.put(relation.word, relation);
            BY_WORD.put(relation.synonym, relation);
        }
    }

    private final String word;
    private final String synonym;
    private final boolean changing;
    private final List<String> topics;
    private final List<String> answers;

    Relation(String word, String synonym, boolean changing, String topics, String beginnings, String endings) {
        this.word = word;
        this.synonym = synonym;
        this.changing = changing;
        this.topics = List.of(topics.split(" "));
        List<String> names = new ArrayList<>();
        if (!beginnings.isEmpty()) {
            for (String beginning : beginnings.split(" ")) {
                for (String ending : endings.split(" ")) {
                    names.add(beginning + ending);
                }
            }
        }
        this.answers = Collections.unmodifiableList(names);
    }

    /** What it is usually called. */
    public String word() {
        return word;
    }

    /** What it is now and then called. */
    public String synonym() {
        return synonym;
    }

    /** Whether what it relates to changes in the course of years, so that questions ask for the current one. */
    public boolean changing() {
        return changing;
    }

    /** Whether it leads to another organisation. */
    public boolean link() {
        return answers.isEmpty();
    }

    /** Words that texts about it have in common. */
    public List<String> topics() {
        return topics;
    }

    /** What it can lead to, 24 names; empty for a link. */
    public List<String> answers() {
        return answers;
    }

    /** The relation that a lower-case word stands for; null for any other. */
    public static Relation of(String word) {
        return BY_WORD.get(word);
    }
}
