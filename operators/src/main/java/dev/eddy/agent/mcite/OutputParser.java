// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddy.agent.Quoting;
import dev.eddy.agent.mcite.Action.Answer;
import dev.eddy.agent.mcite.Action.Crop;
import dev.eddy.agent.mcite.Action.None;
import dev.eddy.agent.mcite.Action.Search;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a model wrote. The first complete search, bbox or answer element that is not within a thought decides; the answer
 * is the last one there is, with the citation that follows it. Linear in the text. Immutable and thread-safe.
 */
public final class OutputParser {
    private static final Pattern OPEN = Pattern.compile("<(think|search|bbox|answer|cite)(?: page=\"(\\d{1,4})\")?>");
    private static final Quoting QUOTING = MCiteText.QUOTING;
    private static final int CORNERS = 4;
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    /** The output of a text. */
    public ModelOutput parse(String text) {
        StringBuilder kept = new StringBuilder();
        Action action = new None();
        Matcher open = OPEN.matcher(text);
        Set<String> unclosed = new HashSet<>();
        int at = 0;
        while (open.find(at)) {
            String tag = open.group(1);
            String close = "</" + tag + ">";
            int end = unclosed.contains(tag) ? -1 : text.indexOf(close, open.end());
            if (end < 0) {
                unclosed.add(tag); // from here on, so that the text is searched once a tag
                at = open.end();
                continue;
            }
            String content = text.substring(open.end(), end);
            int reopened = tag.equals("answer") ? content.lastIndexOf(open.group()) : -1;
            content = content.substring(
                            reopened < 0 ? 0 : reopened + open.group().length())
                    .strip();
            if (!(tag.equals("think") && content.isEmpty())) {
                kept.append(open.group()).append(QUOTING.of(content)).append(close);
            }
            action = action(action, tag, content, open.group(2));
            at = end + close.length();
        }
        return new ModelOutput(action, kept.toString());
    }

    /** @param before what the elements so far amount to */
    private static Action action(Action before, String tag, String content, String page) {
        if (before instanceof Answer answer) {
            if (tag.equals("answer")) {
                return new Answer(content, null, 0);
            }
            if (tag.equals("cite") && answer.citation() == null) {
                return new Answer(answer.text(), box(content), page == null ? 0 : Integer.parseInt(page));
            }
            return answer;
        }
        if (!(before instanceof None)) {
            return before;
        }
        return switch (tag) {
            case "search" -> new Search(content);
            case "bbox" -> new Crop(box(content));
            case "answer" -> new Answer(content, null, 0);
            default -> before;
        };
    }

    /** Null for anything but four numbers of which none is negative. */
    private static Box box(String json) {
        JsonNode array;
        try {
            array = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return null; // the agent is told BAD_BOX, or its citation does not count
        }
        if (!array.isArray() || array.size() != CORNERS) {
            return null;
        }
        double[] corners = new double[CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            corners[i] = array.get(i).isNumber() ? array.get(i).doubleValue() : -1;
            if (!(corners[i] >= 0 && corners[i] < Double.POSITIVE_INFINITY)) {
                return null;
            }
        }
        return new Box(corners[0], corners[1], corners[2], corners[3]);
    }
}
