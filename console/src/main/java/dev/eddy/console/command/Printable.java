// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

/** Makes text from the stream fit for a terminal: it may hold escape sequences. */
final class Printable {
    private static final int MAX_LENGTH = 400;

    private Printable() {}

    /** One line without control characters, cut where it is long. */
    static String line(String text) {
        String clean = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return clean.length() > MAX_LENGTH ? clean.substring(0, MAX_LENGTH) + " …" : clean;
    }
}
