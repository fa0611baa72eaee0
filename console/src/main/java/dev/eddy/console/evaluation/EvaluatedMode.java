// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.evaluation;

import dev.eddy.console.UserError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to answer that is evaluated.
 *
 * @param name of the agent's mode
 * @param count demonstrations asked for; null lets the agent choose
 */
public record EvaluatedMode(String name, Integer count) {
    private static final Pattern FORM = Pattern.compile("([a-z][a-z0-9_]*)(?::(\\d{1,3}))?");

    /** Reads {@code trained} or {@code mmices:4}. */
    public static EvaluatedMode parse(String written) {
        Matcher matcher = FORM.matcher(written);
        if (!matcher.matches()) {
            throw new UserError(
                    "'" + written + "' is no mode: write its name, and after a colon how many demonstrations,"
                            + " such as trained or mmices:4");
        }
        return new EvaluatedMode(matcher.group(1), matcher.group(2) == null ? null : Integer.valueOf(matcher.group(2)));
    }

    @Override
    public String toString() {
        return count == null ? name : name + "-" + count;
    }
}
