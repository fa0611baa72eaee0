// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

/** How far a text names an organisation. */
public final class NameMatch {
    private NameMatch() {}

    /** 1 where the text has the whole name, one half where it has only the stem that relatives share, 0 where it has neither. */
    public static double of(String text, String name) {
        if (text.contains(name)) {
            return 1;
        }
        return text.contains(stem(name)) ? 0.5 : 0;
    }

    /** The first word of a name, which relatives share, and the space after it. */
    private static String stem(String name) {
        int space = name.indexOf(' ');
        return space < 0 ? name : name.substring(0, space + 1);
    }
}
