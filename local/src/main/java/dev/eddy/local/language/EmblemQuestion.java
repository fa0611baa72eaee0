// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question about the organisation whose emblem a picture shows.
 *
 * @param link leads from that organisation to the one that is asked about; null where it is asked about itself
 * @param relation what is asked for
 */
public record EmblemQuestion(Relation link, Relation relation) {
    private static final Pattern FORM = Pattern.compile(
            "What is the (current )?(\\w+) of the (?:(\\w+) of the )?organisation whose emblem is shown\\?");

    /** Asks it. */
    public String text() {
        return "What is the " + (relation.changing() ? "current " : "") + relation.word() + " of the "
                + (link == null ? "" : link.word() + " of the ") + "organisation whose emblem is shown?";
    }

    /** Understands a question; null where it is of another form. */
    public static EmblemQuestion of(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return null;
        }
        Relation relation = Relation.of(matcher.group(2));
        Relation link = matcher.group(3) == null ? null : Relation.of(matcher.group(3));
        return relation == null || matcher.group(3) != null && link == null ? null : new EmblemQuestion(link, relation);
    }

    public boolean twoHops() {
        return link != null;
    }
}
