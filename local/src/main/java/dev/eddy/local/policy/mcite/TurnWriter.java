// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.local.policy.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes choices as the text that a language model would write, one masked token a choice, and reads it back. An answer's
 * thought says where it stands, since the same number may stand in several places. Thread-safe.
 */
final class TurnWriter {
    private static final String CORNERS = "(\\[[0-9., ]+\\])";
    private static final Pattern SEARCH =
            Pattern.compile("<think>Search for it\\.</think><search>([0-9A-Z., ]*)</search>");
    private static final Pattern CROP = Pattern.compile("<think>Look closer\\.</think><bbox>" + CORNERS + "</bbox>");
    private static final Pattern ANSWER = Pattern.compile("<think>Answer with what stands at " + CORNERS
            + "\\.</think><answer>[0-9A-Z., ]*</answer><cite>" + CORNERS + "</cite>");

    private final Utterance.Phrases phrases;

    TurnWriter(Tokenizer tokenizer) {
        this.phrases = new Utterance.Phrases(tokenizer);
    }

    /**
     * @param answer the text that an answer gives; null for other turns
     * @param logProbs one a choice
     */
    Generation write(Turn turn, String answer, float[] logProbs, PolicyVersion version) {
        Utterance response = new Utterance(phrases);
        response.say("<think>");
        switch (turn.kind()) {
            case SEARCH -> {
                response.choose("Search", logProbs[0]);
                response.say(" for it.</think><search>");
                response.choose(turn.named(), logProbs[1]);
                response.say("</search>");
            }
            case CROP -> {
                response.choose("Look", logProbs[0]);
                response.say(" closer.</think><bbox>");
                response.choose(turn.named(), logProbs[1]);
                response.say("</bbox>");
            }
            case ANSWER -> {
                response.choose("Answer", logProbs[0]);
                response.say(" with what stands at ");
                response.choose(turn.named(), logProbs[1]);
                response.say(".</think><answer>");
                response.quote(answer);
                response.say("</answer><cite>");
                response.choose(turn.cited(), logProbs[2]);
                response.say("</cite>");
            }
        }
        return response.generation(version);
    }

    /** What is said where there is nothing to choose from. */
    Generation nothing(PolicyVersion version) {
        Utterance response = new Utterance(phrases);
        response.say("<answer>unknown</answer>");
        return response.generation(version);
    }

    /** The choices that a text was made of; empty where this policy would not have written it. */
    static Optional<Turn> read(String text) {
        Matcher search = SEARCH.matcher(text);
        if (search.matches()) {
            return Optional.of(new Turn(Turn.Kind.SEARCH, search.group(1), null));
        }
        Matcher crop = CROP.matcher(text);
        if (crop.matches()) {
            return Optional.of(new Turn(Turn.Kind.CROP, crop.group(1), null));
        }
        Matcher answer = ANSWER.matcher(text);
        return answer.matches()
                ? Optional.of(new Turn(Turn.Kind.ANSWER, answer.group(1), answer.group(2)))
                : Optional.empty();
    }
}
