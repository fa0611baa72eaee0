// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a query's mode means for a run. Modes that differ in their reward alone ({@code query_align} and others) run as {@code
 * trained} does; {@code llm_judge} as {@code react}, which the paper tries it on.
 *
 * @param wireName as queries spell it
 * @param prompt names of the instruction texts, in order
 * @param plan which actions are offered when
 * @param verdicts true where the model is to judge what it was shown
 * @param filtered true where an outside verifier takes out useless queries and results
 * @param branches how many text searches, each with an answer of its own, a run is split into; 1 for none
 */
public record Mode(String wireName, List<String> prompt, Plan plan, boolean verdicts, boolean filtered, int branches) {
    /** In what order actions are offered. */
    public enum Plan {
        /** All that limits allow. */
        FREE,
        /** The answer alone. */
        DIRECT,
        /** A search by picture, one by text, then the answer. */
        RAG
    }

    private static final List<String> VERIFIED = List.of("task", "verified", "answer");
    private static final List<String> PLAIN = List.of("task", "plain", "answer");
    private static final List<String> REACT = List.of("task", "react", "answer");
    private static final List<String> DIRECT = List.of("direct", "answer");
    private static final Pattern SCALED = Pattern.compile("trained_tts_k([1-9]|1[0-5])");
    private static final Map<String, Mode> BY_NAME = new LinkedHashMap<>();

    static {
        for (String name : List.of("trained", "query_align", "search_aware", "no_aware", "mmsearch_r1_masks")) {
            add(new Mode(name, VERIFIED, Plan.FREE, true, false, 1));
        }
        for (String name : List.of("mmsearch_r1", "mmsearch_r1_rich", "trained_keep_all")) {
            add(new Mode(name, PLAIN, Plan.FREE, false, false, 1));
        }
        for (String name : List.of("react", "llm_judge")) {
            add(new Mode(name, REACT, Plan.FREE, false, false, 1));
        }
        add(new Mode("direct", DIRECT, Plan.DIRECT, false, false, 1));
        add(new Mode("rag", VERIFIED, Plan.RAG, true, false, 1));
        add(new Mode("trained_ttv", VERIFIED, Plan.FREE, true, true, 1));
    }

    public Mode {
        prompt = List.copyOf(prompt);
    }

    private static void add(Mode mode) {
        BY_NAME.put(mode.wireName(), mode);
    }

    /** {@code trained_tts_k1} to {@code trained_tts_k15}, or one of {@link #wireNames}. */
    public static Optional<Mode> named(String wireName) {
        Matcher scaled = SCALED.matcher(wireName);
        return scaled.matches()
                ? Optional.of(new Mode(wireName, VERIFIED, Plan.FREE, true, false, Integer.parseInt(scaled.group(1))))
                : Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** For messages. */
    static Set<String> wireNames() {
        Set<String> names = new TreeSet<>(BY_NAME.keySet());
        names.add("trained_tts_k1 to trained_tts_k15");
        return names;
    }

    /** All texts that some mode shows. */
    static Set<List<String>> prompts() {
        return Set.of(VERIFIED, PLAIN, REACT, DIRECT);
    }

    /** False where an outside verifier or a vote has a part in what comes out, so that there is nothing to learn from. */
    boolean trainable() {
        return !filtered && branches == 1;
    }
}
