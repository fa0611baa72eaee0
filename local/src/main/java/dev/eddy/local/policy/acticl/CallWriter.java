// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.local.policy.Utterance;
import dev.eddy.local.policy.acticl.Action.Kind;
import java.util.List;

/**
 * Writes choices as the text that a language model would write, one masked token a choice. {@link ToolCalls} reads it back.
 * Thread-safe.
 */
final class CallWriter {
    private static final int LONGEST_QUERY = 128;

    private final Utterance.Phrases phrases;

    CallWriter(Tokenizer tokenizer) {
        this.phrases = new Utterance.Phrases(tokenizer);
    }

    /**
     * One tool call.
     *
     * @param actions a single one, or the items of a curate call and its end
     * @param logProbs one an action
     */
    Generation call(Piece.Question question, List<Action> actions, float[] logProbs, PolicyVersion version) {
        Utterance response = new Utterance(phrases);
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
                response.quote(quoted(question.text()));
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

    private static void writeLists(Utterance response, List<Action> actions, float[] logProbs) {
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
        Utterance response = new Utterance(phrases);
        response.say("<answer>");
        if (logProb == null) {
            response.quote(quoted(answer));
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

    /** Words of others inside a JSON string. */
    private static String quoted(String words) {
        String cut = words.substring(0, Math.min(words.length(), LONGEST_QUERY));
        return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(cut));
    }
}
