// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddy.agent.acticl.ToolCall.SearchMode;
import dev.eddy.schemas.Channel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the one tool call in what a model wrote. Never guesses: an unknown key, a second call, text behind the call or a
 * number that is no index refuses the call. Immutable and thread-safe.
 */
public final class ToolCallParser {
    private static final String OPEN = "<tool_call>";
    private static final String CLOSE = "</tool_call>";
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .reader();

    /** The output of a text. */
    public ModelOutput parse(String text) {
        int open = text.indexOf(OPEN);
        int close = text.indexOf(CLOSE);
        if (open < 0
                || close < open
                || open != text.lastIndexOf(OPEN)
                || close != text.lastIndexOf(CLOSE)
                || !text.substring(close + CLOSE.length()).isBlank()) {
            return unreadable(text);
        }
        JsonNode node;
        try {
            node = JSON.readTree(text.substring(open + OPEN.length(), close));
        } catch (JsonProcessingException e) {
            return unreadable(text); // refusing it is the whole treatment: the agent is told MALFORMED
        }
        if (!node.isObject()
                || !node.path("name").isTextual()
                || !node.path("arguments").isObject()) {
            return unreadable(text);
        }
        String reasoning = reasoning(text.substring(0, open));
        String json = Quoted.json(node.toString());
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(json)) {
            return unreadable(text); // half a surrogate pair, written as an escape: no text that could be kept
        }
        String action = node.get("name").textValue();
        JsonNode arguments = node.get("arguments");
        try {
            keys(node, Set.of("name", "arguments"));
            ToolCall call = call(action, arguments);
            return new ModelOutput(reasoning, json, action, arguments.toString(), call, null);
        } catch (Refusal refusal) {
            return new ModelOutput(reasoning, json, action, arguments.toString(), null, refusal.error);
        }
    }

    private static ModelOutput unreadable(String text) {
        return new ModelOutput(reasoning(text), null, ModelOutput.NONE, "{}", null, CallError.MALFORMED);
    }

    private static String reasoning(String text) {
        return text.replace("<think>", "").replace("</think>", "").strip();
    }

    private static ToolCall call(String name, JsonNode arguments) {
        switch (name) {
            case "search":
                keys(arguments, Set.of("mode", "ref_images", "visual_query", "task_query", "disable"));
                return search(arguments);
            case "read":
                keys(arguments, Set.of("index"));
                return new ToolCall.Read(index(arguments.path("index")));
            case "curate":
                keys(arguments, Set.of("add", "delete"));
                return new ToolCall.Curate(
                        list(arguments, "add", ToolCallParser::index),
                        list(arguments, "delete", ToolCallParser::index));
            case "solve":
                keys(arguments, Set.of());
                return new ToolCall.Solve();
            default:
                throw new Refusal(CallError.MALFORMED);
        }
    }

    private static ToolCall.Search search(JsonNode arguments) {
        SearchMode mode = constant(arguments.path("mode"), SearchMode.values());
        Set<Channel> disabled = EnumSet.noneOf(Channel.class);
        disabled.addAll(list(arguments, "disable", node -> constant(node, Channel.values())));
        List<ImageRef> references = list(
                arguments,
                "ref_images",
                node -> ImageRef.parse(string(node)).orElseThrow(() -> new Refusal(CallError.BAD_IMAGE_REF)));
        return new ToolCall.Search(
                mode, references, optional(arguments, "visual_query"), optional(arguments, "task_query"), disabled);
    }

    private static void keys(JsonNode object, Set<String> known) {
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            if (!known.contains(names.next())) {
                throw new Refusal(CallError.MALFORMED);
            }
        }
    }

    private static int index(JsonNode node) {
        if (!node.isIntegralNumber()) {
            throw new Refusal(CallError.MALFORMED);
        }
        if (!node.canConvertToInt()) {
            throw new Refusal(CallError.UNKNOWN_INDEX);
        }
        return node.intValue();
    }

    private static String string(JsonNode node) {
        if (!node.isTextual()) {
            throw new Refusal(CallError.MALFORMED);
        }
        return node.textValue();
    }

    private static String optional(JsonNode arguments, String key) {
        return arguments.has(key) ? string(arguments.get(key)).strip() : "";
    }

    private static <E extends Enum<E>> E constant(JsonNode node, E[] constants) {
        String text = string(node);
        for (E constant : constants) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
                return constant;
            }
        }
        throw new Refusal(CallError.MALFORMED);
    }

    private static <T> List<T> list(JsonNode arguments, String key, Function<JsonNode, T> element) {
        if (!arguments.has(key)) {
            return List.of();
        }
        JsonNode array = arguments.get(key);
        if (!array.isArray()) {
            throw new Refusal(CallError.MALFORMED);
        }
        List<T> elements = new ArrayList<>(array.size());
        array.forEach(node -> elements.add(element.apply(node)));
        return elements;
    }

    /** Leaves the parser with an error code; carries no stack, since it is the normal fate of a bad call. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final CallError error;

        private Refusal(CallError error) {
            super(error.name(), null, false, false);
            this.error = error;
        }
    }
}
