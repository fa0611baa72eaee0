// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.SettingsReader;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The constants of ActICL's environment (Appendix A), all counts in tokens unless said.
 *
 * @param candidates N_cand, new candidates a search shows
 * @param listLength N_list, records a channel ranks before fusion
 * @param rrfConstant k of reciprocal-rank fusion
 * @param excludeSeen true where what was already shown takes no place among a search's candidates
 * @param window W, a call's prompt and generation together
 * @param actTokens G_acq, cap of one acquisition call's generation
 * @param answerTokens G_ans, cap of one answering call's generation
 * @param queryVisualTokens of the picture of a query that has one
 * @param denseQueryVisualTokens shared by the pictures of a query that has several
 * @param demoVisualTokens shared by the pictures of a full demonstration
 * @param denseDemoVisualTokens the same for dense ones and those with several pictures
 * @param previewVisualTokens shared by the pictures of a preview
 * @param previewTextTokens of a preview's excerpt
 * @param searchTextTokens cap of each text that a search asks with
 * @param maxAnswers most answers that a query may ask for
 * @param answererPolicy the policy that answers in mode {@code external_answerer}; null where none is set
 * @param tiers by name
 */
public record ActIclSettings(
        int candidates,
        int listLength,
        int rrfConstant,
        boolean excludeSeen,
        int window,
        int actTokens,
        int answerTokens,
        int queryVisualTokens,
        int denseQueryVisualTokens,
        int demoVisualTokens,
        int denseDemoVisualTokens,
        int previewVisualTokens,
        int previewTextTokens,
        int searchTextTokens,
        int maxAnswers,
        String answererPolicy,
        SortedMap<String, Tier> tiers) {
    private static final String TIER = "tier.";

    /**
     * Reads settings; what is absent takes the paper's value, or ours where the paper gives none.
     *
     * @throws IllegalArgumentException for an unknown name or a value out of range, naming it
     */
    public static ActIclSettings of(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("ActICL", settings);
        SortedMap<String, Tier> tiers = new TreeMap<>(Map.of(
                "compact", new Tier(10, 131_072, 16_384),
                "standard", new Tier(20, 393_216, 32_768),
                "wide", new Tier(32, 786_432, 45_056),
                "local", new Tier(32, 98_304, 2_048)));
        reader.under(TIER).forEach((name, value) -> tiers.put(name, tier(name, value)));
        ActIclSettings read = new ActIclSettings(
                reader.atLeast(1, "candidates", 8),
                reader.atLeast(1, "list-length", 64),
                reader.atLeast(1, "rrf-constant", 60),
                reader.flag("exclude-seen", true),
                reader.atLeast(1, "window", 65_536),
                reader.atLeast(1, "act-tokens", 1_024),
                reader.atLeast(1, "answer-tokens", 8_192),
                reader.atLeast(1, "query-visual-tokens", 4_096),
                reader.atLeast(1, "query-visual-tokens-dense", 8_192),
                reader.atLeast(1, "demo-visual-tokens", 2_048),
                reader.atLeast(1, "demo-visual-tokens-dense", 4_096),
                reader.atLeast(1, "preview-visual-tokens", 64),
                reader.atLeast(1, "preview-text-tokens", 128),
                reader.atLeast(1, "search-text-tokens", 256),
                reader.atLeast(1, "max-answers", 64),
                reader.text("answerer-policy", null),
                tiers);
        reader.end();
        return read;
    }

    /** The settings by name, tiers included; the inverse of {@link #of}. */
    public SortedMap<String, String> asMap() {
        SortedMap<String, String> map = new TreeMap<>();
        map.put("candidates", Integer.toString(candidates));
        map.put("list-length", Integer.toString(listLength));
        map.put("rrf-constant", Integer.toString(rrfConstant));
        map.put("exclude-seen", Boolean.toString(excludeSeen));
        map.put("window", Integer.toString(window));
        map.put("act-tokens", Integer.toString(actTokens));
        map.put("answer-tokens", Integer.toString(answerTokens));
        map.put("query-visual-tokens", Integer.toString(queryVisualTokens));
        map.put("query-visual-tokens-dense", Integer.toString(denseQueryVisualTokens));
        map.put("demo-visual-tokens", Integer.toString(demoVisualTokens));
        map.put("demo-visual-tokens-dense", Integer.toString(denseDemoVisualTokens));
        map.put("preview-visual-tokens", Integer.toString(previewVisualTokens));
        map.put("preview-text-tokens", Integer.toString(previewTextTokens));
        map.put("search-text-tokens", Integer.toString(searchTextTokens));
        map.put("max-answers", Integer.toString(maxAnswers));
        if (answererPolicy != null) {
            map.put("answerer-policy", answererPolicy);
        }
        tiers.forEach((name, tier) -> map.put(TIER + name, tier.toString()));
        return map;
    }

    private static Tier tier(String name, String value) {
        try {
            return Tier.parse(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("setting " + TIER + name + ": " + e.getMessage(), e);
        }
    }
}
