// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.local.policy.Numbers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Reads the tool calls that {@link CallWriter} writes back into the choices that made them. */
final class ToolCalls {
    private static final String OPEN = "<tool_call>";
    private static final String CLOSE = "</tool_call>";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ToolCalls() {}

    /**
     * The choices in the order in which they were made, the end of a curate call included; empty where the text holds no
     * call of a form that this policy makes.
     */
    static List<Action> actions(String text) {
        int open = text.lastIndexOf(OPEN);
        int close = text.indexOf(CLOSE, open + 1);
        if (open < 0 || close < 0) {
            return List.of();
        }
        JsonNode call = json(text.substring(open + OPEN.length(), close));
        JsonNode arguments = call.path("arguments");
        return switch (call.path("name").asText()) {
            case "search" -> search(arguments);
            case "read" ->
                List.of(new Action(Action.Kind.READ, arguments.path("index").asInt()));
            case "curate" -> curate(arguments);
            case "solve" -> List.of(new Action(Action.Kind.SOLVE));
            default -> List.of();
        };
    }

    /** The JSON value of a text; a missing node where it is none. */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.missingNode(); // another model's malformed call, which tells this policy nothing
        }
    }

    private static List<Action> search(JsonNode arguments) {
        if (arguments.path("mode").asText().equals("textual")) {
            return List.of(new Action(Action.Kind.SEARCH_TEXT));
        }
        String reference = arguments.path("ref_images").path(0).asText();
        if (reference.startsWith("d") && reference.contains(":")) {
            int index = Numbers.parse(reference.substring(1, reference.indexOf(':')));
            return index < 1 ? List.of() : List.of(new Action(Action.Kind.SEARCH_DEMONSTRATION, index));
        }
        return reference.startsWith("q") ? List.of(new Action(Action.Kind.SEARCH_QUERY)) : List.of();
    }

    private static List<Action> curate(JsonNode arguments) {
        List<Action> actions = new ArrayList<>();
        for (Iterator<Map.Entry<String, JsonNode>> lists = arguments.fields(); lists.hasNext(); ) {
            Map.Entry<String, JsonNode> list = lists.next();
            Action.Kind kind = list.getKey().equals("add") ? Action.Kind.ADD : Action.Kind.DELETE;
            list.getValue().forEach(index -> actions.add(new Action(kind, index.asInt())));
        }
        actions.add(new Action(Action.Kind.END));
        return actions;
    }
}
