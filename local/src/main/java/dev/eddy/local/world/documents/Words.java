// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import java.util.List;
import java.util.Random;

/** The vocabulary of the documents. Names of figures share words, so that one word alone does not tell which is meant. */
final class Words {
    static final List<String> METRICS = List.of(
            "NET REVENUE",
            "NET DEBT",
            "NET INCOME",
            "GROSS REVENUE",
            "GROSS MARGIN",
            "GROSS PROFIT",
            "OPERATING COSTS",
            "OPERATING PROFIT",
            "STAFF COSTS",
            "FUEL COSTS",
            "FUEL SALES",
            "EXPORT SALES",
            "ONLINE SALES",
            "UNITS SOLD",
            "TOTAL ASSETS",
            "TOTAL DEBT",
            "TOTAL EQUITY",
            "CASH FLOW",
            "FREE CASH",
            "NEW ORDERS",
            "OPEN ORDERS",
            "TAX CHARGE",
            "TAX CREDIT",
            "RENT INCOME",
            "INTEREST INCOME",
            "HEADCOUNT",
            "DIVIDENDS",
            "EMISSIONS");

    static final List<String> TABLE_TITLES =
            List.of("RESULTS", "SUMMARY", "OVERVIEW", "FIGURES", "DETAILS", "ACCOUNTS", "POSITION", "TRENDS");
    static final List<String> SENTENCE_TITLES = List.of("NOTES", "COMMENTS", "REMARKS", "STATEMENTS");
    static final List<String> PROSE_TITLES = List.of("POLICY", "OUTLOOK", "STRATEGY", "BACKGROUND");

    /** What prose is made of; some are words of figures' names. */
    static final List<String> PROSE = List.of(
            "BE", "STABLE", "SET", "NOTES", "EACH", "FOR", "THAT", "POLICY", "UNIT", "BOARD", "REVIEW", "LATER", "WILL",
            "SITES", "REMAIN", "OF", "AND", "SALES", "RISK", "CARE", "PLANS", "THE", "INCOME", "STAFF", "MARKETS",
            "COSTS", "OUT", "GROUP");

    private static final String CONSONANTS = "BDFGJKLMNPRSTVZ";
    private static final String VOWELS = "AEIOU";

    private Words() {}

    static String any(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }

    /** A name of two or three syllables such as AKITA. */
    static String entity(Random random) {
        StringBuilder name = new StringBuilder();
        if (random.nextBoolean()) {
            name.append(letter(VOWELS, random));
        }
        for (int syllables = 2 + random.nextInt(2); syllables > 0; syllables--) {
            name.append(letter(CONSONANTS, random)).append(letter(VOWELS, random));
        }
        return name.toString();
    }

    private static char letter(String letters, Random random) {
        return letters.charAt(random.nextInt(letters.length()));
    }
}
