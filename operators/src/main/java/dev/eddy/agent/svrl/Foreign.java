// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

/** Text of strangers, who may write tags and line breaks to pass for somebody else. */
final class Foreign {
    private static final String BLANKS = "[\\s\\p{Z}\\p{Cc}]+";

    private Foreign() {}

    /** On one line and without any tag; what is longer than {@code characters} is cut. */
    static String quoted(String text, int characters) {
        String line = onOneLine(text);
        int end = Math.min(line.length(), characters);
        if (end > 0 && end < line.length() && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end).replace("<", "&lt;");
    }

    /** What a model meant that copied quoted text. */
    static String unquoted(String text) {
        return text.replace("&lt;", "<");
    }

    /** Runs of blanks, line breaks and control characters become one blank. */
    static String onOneLine(String text) {
        return text.replaceAll(BLANKS, " ").strip();
    }
}
