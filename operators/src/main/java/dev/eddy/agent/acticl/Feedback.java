// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import java.util.List;
import java.util.stream.Collectors;

/** What the environment tells the agent about a call: one line of JSON, of numbers and codes alone. */
final class Feedback {
    static final String SOLVED = "{\"status\":\"ok\"}";

    private Feedback() {}

    static String rejected(CallError error) {
        return "{\"status\":\"rejected\",\"error\":\"" + error + "\"}";
    }

    /** All lists hold indices, best first. */
    static String searched(List<Integer> returned, List<Integer> fresh, List<Integer> known) {
        return "{\"status\":\"ok\",\"returned\":" + list(returned) + ",\"new\":" + list(fresh) + ",\"already_in_pool\":"
                + list(known) + "}";
    }

    static String read(int index, int tokens) {
        return "{\"status\":\"ok\",\"index\":" + index + ",\"tokens\":" + tokens + "}";
    }

    static String curated(ToolCall.Curate curate, int size, int freeTokens) {
        return "{\"status\":\"ok\",\"added\":" + list(curate.add()) + ",\"deleted\":" + list(curate.delete())
                + ",\"size\":" + size + ",\"free_tokens\":" + freeTokens + "}";
    }

    private static String list(List<Integer> indices) {
        return indices.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
}
