// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.local.policy.Action.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes choices as the text that a language model would write, one masked token a choice. {@link ToolCalls} reads it back.
 * Thread-safe.
 */
final class CallWriter {
    private static final int LONGEST_QUERY = 128;

    private final Tokenizer tokenizer;
    private final Map<String, int[]> phrases = new ConcurrentHashMap<>();

    CallWriter(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * One tool call.
     *
     * @param actions a single one, or the items of a curate call and its end
     * @param logProbs one an action
     */
    Generation call(Piece.Question question, List<Action> actions, float[] logProbs, PolicyVersion version) {
        Response response = new Response();
        Action first = actions.get(0);
        response.say(reasoning(first.kind()) + "<tool_call>{\"name\":\"");
        switch (first.kind()) {
            case SEARCH_QUERY -> {
                response.choose("search", logProbs[0]);
                response.say("\",\"arguments\":{\"mode\":\"visual\",\"ref_images\":[\"q:1\"");
                for (int i = 2; i <= question.pictures().size(); i++) {
                    response.say(",\"q:" + i + "\"");
                }
                response.say("]}}");
            }
            case SEARCH_TEXT -> {
                response.choose("search", logProbs[0]);
                response.say("\",\"arguments\":{\"mode\":\"textual\",\"task_query\":\"");
                response.quote(question.text());
                response.say("\"}}");
            }
            case SEARCH_DEMONSTRATION -> {
                response.say("search\",\"arguments\":{\"mode\":\"visual\",\"ref_images\":[\"");
                response.choose("d" + first.index() + ":1", logProbs[0]);
                response.say("\"]}}");
            }
            case READ -> {
                response.say("read\",\"arguments\":{\"index\":");
                response.choose(Integer.toString(first.index()), logProbs[0]);
                response.say("}}");
            }
            case SOLVE -> {
                response.choose("solve", logProbs[0]);
                response.say("\",\"arguments\":{}}");
            }
            case ADD, DELETE -> writeLists(response, actions, logProbs);
            case END -> throw new IllegalArgumentException("a call cannot begin with the end of a list");
        }
        response.say("</tool_call>");
        return response.generation(version);
    }

    private static void writeLists(Response response, List<Action> actions, float[] logProbs) {
        boolean deletes = actions.get(0).kind() == Kind.DELETE;
        boolean adds = false;
        response.say(deletes ? "curate\",\"arguments\":{\"delete\":[" : "curate\",\"arguments\":{\"add\":[");
        for (int i = 0; i < actions.size() - 1; i++) {
            if (i > 0) {
                response.say(deletes && !adds ? "],\"add\":[" : ",");
            }
            adds |= actions.get(i).kind() == Kind.ADD;
            response.choose(Integer.toString(actions.get(i).index()), logProbs[i]);
        }
        response.choose("]", logProbs[actions.size() - 1]);
        response.say(adds && deletes ? "}}" : deletes ? ",\"add\":[]}}" : ",\"delete\":[]}}");
    }

    /** An answer; without a log-probability where there was no choice. */
    Generation answer(String answer, Float logProb, PolicyVersion version) {
        Response response = new Response();
        response.say("<answer>");
        if (logProb == null) {
            response.quote(answer);
        } else {
            response.choose(answer, logProb);
        }
        response.say("</answer>");
        return response.generation(version);
    }

    private static String reasoning(Kind kind) {
        return switch (kind) {
            case SEARCH_QUERY -> "<think>Look for pictures like the question's.</think>\n";
            case SEARCH_TEXT -> "<think>Look for the same task.</think>\n";
            case SEARCH_DEMONSTRATION -> "<think>Look for pictures like this demonstration's.</think>\n";
            case READ -> "<think>This preview may help.</think>\n";
            case ADD, DELETE, END -> "<think>Change the context.</think>\n";
            case SOLVE -> "<think>The context is good enough.</think>\n";
        };
    }

    private final class Response {
        private final StringBuilder text = new StringBuilder();
        private int[] tokens = new int[64];
        private byte[] mask = new byte[64];
        private float[] logProbs = new float[64];
        private int count;

        /** A phrase out of few. */
        private void say(String phrase) {
            text.append(phrase);
            append(phrases.computeIfAbsent(phrase, tokenizer::encode));
        }

        /** A choice: its first token carries the log-probability. */
        private void choose(String phrase, float logProb) {
            int at = count;
            text.append(phrase);
            append(tokenizer.encode(phrase));
            mask[at] = 1;
            logProbs[at] = logProb;
        }

        /** Words of others inside a JSON string. */
        private void quote(String words) {
            String cut = words.substring(0, Math.min(words.length(), LONGEST_QUERY));
            String escaped = String.valueOf(JsonStringEncoder.getInstance().quoteAsString(cut));
            text.append(escaped);
            append(tokenizer.encode(escaped));
        }

        private void append(int[] ids) {
            if (count + ids.length > tokens.length) {
                int length = Math.max(2 * tokens.length, count + ids.length);
                tokens = Arrays.copyOf(tokens, length);
                mask = Arrays.copyOf(mask, length);
                logProbs = Arrays.copyOf(logProbs, length);
            }
            System.arraycopy(ids, 0, tokens, count, ids.length);
            count += ids.length;
        }

        private Generation generation(PolicyVersion version) {
            return new Generation(
                    text.toString(),
                    Arrays.copyOf(tokens, count),
                    Arrays.copyOf(mask, count),
                    Arrays.copyOf(logProbs, count),
                    version,
                    "stop");
        }
    }
}
