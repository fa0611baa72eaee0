// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.agent.SettingsReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Constants of SVRL's reward.
 *
 * @param formatShare α ({@code format-share}, 0.1)
 * @param searchFree λ_sa ({@code search-free}, 0.1): factor for a search that was not needed
 * @param least ε ({@code least}, 0.05): what no alignment factor is below; the paper gives no value
 * @param queries k ({@code queries}, 5): queries that a search by text should propose
 * @param wholeFormat ({@code whole-format}, false) whether the format counts only where all turns have it
 * @param discount ({@code discount}, 0.9) of MMSearch-R1 for tools
 * @param discountEach ({@code discount-each}, false) whether it applies once a call instead of once
 * @param judged ({@code judged}, {@code none}): {@code eval} has a judge look at the answers of evaluation queries, for a figure
 *     beside the accuracy; it is no part of the reward
 * @param variants by mode of the query ({@code mode.<mode>}: the name of a reward); other modes have {@code svrl}
 */
record SvrlRewardSettings(
        double formatShare,
        double searchFree,
        double least,
        int queries,
        boolean wholeFormat,
        double discount,
        boolean discountEach,
        boolean judged,
        Map<String, SvrlVariant> variants) {
    private static final String MODE = "mode.";
    private static final Map<String, SvrlVariant> DEFAULTS = Map.of(
            "no_aware", SvrlVariant.NO_AWARE,
            "query_align", SvrlVariant.QUERY_ALIGN,
            "search_aware", SvrlVariant.SEARCH_AWARE,
            "mmsearch_r1", SvrlVariant.MMSEARCH_R1,
            "mmsearch_r1_masks", SvrlVariant.MMSEARCH_R1,
            "mmsearch_r1_rich", SvrlVariant.MMSEARCH_R1,
            "react", SvrlVariant.MMSEARCH_R1,
            "llm_judge", SvrlVariant.LLM_JUDGE);

    SvrlRewardSettings {
        variants = Map.copyOf(variants);
    }

    static SvrlRewardSettings of(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("SVRL's reward", settings);
        Map<String, SvrlVariant> variants = new HashMap<>(DEFAULTS);
        reader.under(MODE).forEach((mode, reward) -> variants.put(mode, SvrlVariant.named(reward)));
        SvrlRewardSettings read = new SvrlRewardSettings(
                reader.number("format-share", 0.1, 0, 1),
                reader.number("search-free", 0.1, 0, 1),
                reader.number("least", 0.05, 0, 1),
                reader.atLeast(1, "queries", 5),
                reader.flag("whole-format", false),
                reader.number("discount", 0.9, 0, 1),
                reader.flag("discount-each", false),
                reader.oneOf("judged", "none", List.of("none", "eval")).equals("eval"),
                variants);
        reader.end();
        return read;
    }

    SvrlVariant in(String mode) {
        return variants.getOrDefault(mode, SvrlVariant.SVRL);
    }
}
