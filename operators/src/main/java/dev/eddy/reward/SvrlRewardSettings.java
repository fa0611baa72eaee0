// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

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
        TreeMap<String, String> rest = new TreeMap<>(settings);
        Map<String, SvrlVariant> variants = new HashMap<>(DEFAULTS);
        settings.forEach((name, value) -> {
            if (name.startsWith(MODE)) {
                variants.put(name.substring(MODE.length()), SvrlVariant.named(value));
                rest.remove(name);
            }
        });
        SvrlRewardSettings read = new SvrlRewardSettings(
                share(rest, "format-share", 0.1),
                share(rest, "search-free", 0.1),
                share(rest, "least", 0.05),
                queries(rest),
                choice(rest, "whole-format", "false", "true"),
                share(rest, "discount", 0.9),
                choice(rest, "discount-each", "false", "true"),
                choice(rest, "judged", "none", "eval"),
                variants);
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("SVRL's reward has no setting named " + rest.keySet()
                    + "; it has format-share, search-free, least, queries, whole-format, discount, discount-each, judged"
                    + " and mode.<mode>");
        }
        return read;
    }

    SvrlVariant in(String mode) {
        return variants.getOrDefault(mode, SvrlVariant.SVRL);
    }

    private static double share(Map<String, String> rest, String name, double otherwise) {
        String value = rest.remove(name);
        if (value == null) {
            return otherwise;
        }
        try {
            double share = Double.parseDouble(value);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            throw refused(name, "a number from 0 to 1", value, e);
        }
        throw refused(name, "a number from 0 to 1", value, null);
    }

    private static int queries(Map<String, String> rest) {
        String value = rest.remove("queries");
        try {
            int queries = value == null ? 5 : Integer.parseInt(value);
            if (queries > 0) {
                return queries;
            }
        } catch (NumberFormatException e) {
            throw refused("queries", "a whole number above 0", value, e);
        }
        throw refused("queries", "a whole number above 0", value, null);
    }

    /** True for the second of two values, of which the first is the default. */
    private static boolean choice(Map<String, String> rest, String name, String one, String other) {
        String value = rest.remove(name);
        if (value == null || value.equals(one)) {
            return false;
        }
        if (value.equals(other)) {
            return true;
        }
        throw refused(name, one + " or " + other, value, null);
    }

    private static IllegalArgumentException refused(String name, String expected, String value, Exception cause) {
        return new IllegalArgumentException(
                "SVRL's reward setting " + name + " must be " + expected + ", got '" + value + "'", cause);
    }
}
