// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddy.local.policy.Numbers;
import dev.eddy.local.policy.Sight;
import dev.eddy.local.policy.acticl.Piece.Ask;
import dev.eddy.local.policy.acticl.Piece.Demonstration;
import dev.eddy.local.policy.acticl.Piece.Instructions;
import dev.eddy.local.policy.acticl.Piece.Mark;
import dev.eddy.local.policy.acticl.Piece.Other;
import dev.eddy.local.policy.acticl.Piece.Preview;
import dev.eddy.local.policy.acticl.Piece.Question;
import dev.eddy.local.policy.acticl.Piece.Request;
import dev.eddy.local.policy.acticl.Piece.Resources;
import dev.eddy.local.policy.acticl.Piece.Search;
import dev.eddy.local.policy.acticl.Piece.Shot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Understands segments by their text alone, as a language model would have to. Total: text of no known form becomes
 * {@link Other}, so that what another model or a hostile record wrote cannot stop a run.
 */
final class PieceParser {
    private static final Pattern TOOL = Pattern.compile("<tool_call>\\{\"name\":\"(\\w+)\"");
    private static final String ALLOWED = "Allowed names: ";
    private static final String ADAPTIVE = "adaptive";

    private PieceParser() {}

    /**
     * @param text of a segment, pictures left out
     * @param pictures of the segment in order
     * @param tokens of the segment, pictures included
     */
    static Piece parse(String text, List<Sight> pictures, int tokens) {
        if (text.equals(" yes\n") || text.equals(" no\n")) {
            return new Mark(text.equals(" yes\n"));
        }
        int space = text.indexOf(' ');
        String word = space < 0 ? text : text.substring(0, space);
        return switch (word) {
            case "demo" -> demonstration(text, pictures, tokens);
            case "preview" -> preview(text, pictures, tokens);
            case "call" -> call(text);
            case "remaining" -> resources(text);
            case "count" -> request(text);
            case "image" -> answering(text, pictures);
            default -> text.startsWith("[query]\n") ? question(text, pictures) : instructions(text);
        };
    }

    private static Piece instructions(String text) {
        Set<String> tools = new TreeSet<>();
        for (Matcher matcher = TOOL.matcher(text); matcher.find(); ) {
            tools.add(matcher.group(1));
        }
        return tools.isEmpty()
                ? new Other()
                : new Instructions(tools, text.contains("\"ref_images\""), text.contains("\"task_query\""));
    }

    private static Piece question(String text, List<Sight> pictures) {
        int start = text.indexOf("\ntext: ");
        if (start < 0) {
            return new Other();
        }
        String words = text.substring(start + "\ntext: ".length());
        int names = words.indexOf(ALLOWED);
        return new Question(pictures, (names < 0 ? words : words.substring(0, names)).strip(), allowed(words));
    }

    private static Piece demonstration(String text, List<Sight> pictures, int tokens) {
        int index = number(text, "demo ");
        int target = text.lastIndexOf("\ntarget: ");
        int end = text.lastIndexOf("\nin_context:");
        if (index < 1 || target < 0 || end < target) {
            return new Other();
        }
        return new Demonstration(index, pictures, text.substring(target + "\ntarget: ".length(), end), tokens);
    }

    private static Piece preview(String text, List<Sight> pictures, int tokens) {
        int index = number(text, "preview ");
        return index < 1 ? new Other() : new Preview(index, pictures, tokens);
    }

    private static Piece call(String text) {
        int feedback = text.lastIndexOf("\nfeedback: ");
        if (feedback < 0) {
            return new Other();
        }
        List<Action> actions = ToolCalls.actions(text.substring(0, feedback));
        String subject = actions.isEmpty() ? null : actions.get(0).subject();
        if (subject == null) {
            return new Other();
        }
        JsonNode result = ToolCalls.json(text.substring(feedback + "\nfeedback: ".length()));
        return new Search(subject, result.path("new").size());
    }

    private static Piece resources(String text) {
        int calls = number(text, "remaining calls: ");
        int acquisition = number(text, "remaining acquisition tokens: ");
        int context = number(text, "remaining context tokens: ");
        return calls < 0 || acquisition < 0 || context < 0 ? new Other() : new Resources(calls, acquisition, context);
    }

    private static Piece request(String text) {
        String count = between(text, "count request: ", "\n");
        if (count == null) {
            return new Other();
        }
        int number = Numbers.parse(count);
        return number < 0 && !count.equals(ADAPTIVE) ? new Other() : new Request(number < 0 ? null : number);
    }

    private static Piece answering(String text, List<Sight> pictures) {
        int answer = text.lastIndexOf("\nanswer: ");
        if (answer < 0) {
            return new Other();
        }
        String target = text.substring(answer + "\nanswer: ".length());
        return target.isEmpty() ? new Ask(pictures, allowed(text)) : new Shot(pictures, target.strip());
    }

    private static List<String> allowed(String text) {
        String names = between(text, ALLOWED, ".");
        if (names == null) {
            return List.of();
        }
        List<String> allowed = new ArrayList<>();
        for (String name : names.split(",")) {
            if (!name.isBlank()) {
                allowed.add(name.strip());
            }
        }
        return List.copyOf(allowed);
    }

    private static int number(String text, String before) {
        String digits = between(text, before, "\n");
        return digits == null ? Numbers.NONE : Numbers.parse(digits);
    }

    /** What stands between the first {@code before} and the next {@code after}; null if either is missing. */
    private static String between(String text, String before, String after) {
        int start = text.indexOf(before);
        int end = start < 0 ? -1 : text.indexOf(after, start + before.length());
        return end < 0 ? null : text.substring(start + before.length(), end);
    }
}
