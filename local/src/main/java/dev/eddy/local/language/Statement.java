// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a sentence says of an organisation.
 *
 * @param subject the organisation; null where the sentence leaves it to the context
 * @param value what the relation leads to
 */
public record Statement(String subject, Relation relation, String value) {
    private static final Pattern OF = Pattern.compile("The (\\w+) of (.+) is (.+)\\.");
    private static final Pattern HAS = Pattern.compile("(.+) has (.+) as its (\\w+)\\.");
    private static final Pattern IS = Pattern.compile("(.+) is the (\\w+) of (.+)\\.");
    private static final Pattern ITS = Pattern.compile("Its (\\w+) is (.+)\\.");

    /** Ways to say it. */
    public enum Form {
        OF,
        HAS,
        IS;

        /** Every form, as often as the others. */
        public static Form of(int number) {
            return values()[Math.floorMod(number, values().length)];
        }
    }

    /**
     * Says it.
     *
     * @param word of the relation: its usual one or its synonym
     */
    public String sentence(Form form, String word) {
        if (subject == null) {
            return "Its " + word + " is " + value + ".";
        }
        return switch (form) {
            case OF -> "The " + word + " of " + subject + " is " + value + ".";
            case HAS -> subject + " has " + value + " as its " + word + ".";
            case IS -> value + " is the " + word + " of " + subject + ".";
        };
    }

    /** What the sentences of a text say, in order; sentences that say nothing of this kind are passed over. */
    public static List<Statement> read(String text) {
        List<Statement> statements = new ArrayList<>();
        for (String sentence : Sentences.of(text)) {
            Statement statement = readSentence(sentence);
            if (statement != null) {
                statements.add(statement);
            }
        }
        return statements;
    }

    private static Statement readSentence(String sentence) {
        Matcher its = ITS.matcher(sentence);
        if (its.matches()) {
            return of(null, its.group(1), its.group(2));
        }
        Matcher has = HAS.matcher(sentence);
        if (has.matches()) {
            return of(has.group(1), has.group(3), has.group(2));
        }
        Matcher of = OF.matcher(sentence);
        if (of.matches()) {
            return of(of.group(2), of.group(1), of.group(3));
        }
        Matcher is = IS.matcher(sentence);
        return is.matches() ? of(is.group(3), is.group(2), is.group(1)) : null;
    }

    private static Statement of(String subject, String word, String value) {
        Relation relation = Relation.of(word);
        return relation == null ? null : new Statement(subject, relation, value);
    }
}
