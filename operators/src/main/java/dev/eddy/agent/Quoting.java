// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.List;

/**
 * Makes foreign text harmless for a prompt: what users, tools and the model itself wrote. A {@code <} that would open or close a
 * protocol tag or a special token becomes {@code &lt;}; every line but the first is indented by two blanks, so that no line of
 * it can pass for one of the environment's. Immutable and thread-safe.
 *
 * @param tags names of the protocol's tags; any case of them is taken for one
 */
public record Quoting(List<String> tags) {
    public Quoting {
        tags = List.copyOf(tags);
    }

    public String of(String foreign) {
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

    private boolean opensTag(String text, int from) {
        int at = from < text.length() && text.charAt(from) == '/' ? from + 1 : from;
        for (String tag : tags) {
            if (text.regionMatches(true, at, tag, 0, tag.length())) {
                return true;
            }
        }
        return false;
    }
}
