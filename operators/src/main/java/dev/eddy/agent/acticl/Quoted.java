// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import java.util.List;

/**
 * Foreign text made harmless for a prompt: queries, records and the model's own reasoning. A {@code <} that would open or
 * close a protocol tag or a special token becomes {@code &lt;}; every line but the first is indented by two blanks, so that
 * no line of it can pass for one of the environment's.
 */
final class Quoted {
    private static final List<String> TAGS = List.of("think", "tool_call", "answer", "image", "|");

    private Quoted() {}

    static String text(String foreign) {
        if (foreign.indexOf('<') < 0 && foreign.indexOf('\n') < 0 && foreign.indexOf('\r') < 0) {
            return foreign;
        }
        StringBuilder out = new StringBuilder(foreign.length() + 16);
        for (int i = 0; i < foreign.length(); i++) {
            char c = foreign.charAt(i);
            switch (c) {
                case '<' -> out.append(opensTag(foreign, i + 1) ? "&lt;" : "<");
                case '\n' -> out.append("\n  ");
                case '\r' -> {
                    if (i + 1 == foreign.length() || foreign.charAt(i + 1) != '\n') {
                        out.append("\n  ");
                    }
                }
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** JSON whose strings cannot spell a tag; it means the same. */
    static String json(String json) {
        return json.replace("<", "\\u003c");
    }

    private static boolean opensTag(String text, int from) {
        int at = from < text.length() && text.charAt(from) == '/' ? from + 1 : from;
        for (String tag : TAGS) {
            if (text.regionMatches(true, at, tag, 0, tag.length())) {
                return true;
            }
        }
        return false;
    }
}
