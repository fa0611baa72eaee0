// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.Map;
import java.util.TreeMap;

/**
 * Weights of MCite's reward and of the baselines trained beside it.
 *
 * @param weights α ({@code pages}, 0.2), β ({@code answer}, 0.4), γ1 ({@code citation}, 0.3), γ2 ({@code process}, 0.1)
 * @param formatShare of Search-R1's reward, for well-formed runs ({@code search-r1-format}, 0)
 * @param retrievalBonus of Search-R1's reward, for well-formed runs that found a page but no answer
 *     ({@code search-r1-retrieval}, 0)
 * @param judgesCitations whether a judge is asked about the citations of evaluations ({@code judge-citations}, false)
 */
record MCiteRewardSettings(MCiteWeights weights, double formatShare, double retrievalBonus, boolean judgesCitations) {
    MCiteRewardSettings {
        if (!(formatShare >= 0 && formatShare <= 1 && retrievalBonus >= 0 && formatShare + retrievalBonus <= 1)) {
            throw new IllegalArgumentException("search-r1-format and search-r1-retrieval must be from 0 to 1 together,"
                    + " got " + formatShare + " and " + retrievalBonus);
        }
    }

    static MCiteRewardSettings of(Map<String, String> settings) {
        TreeMap<String, String> rest = new TreeMap<>(settings);
        MCiteRewardSettings read = new MCiteRewardSettings(
                new MCiteWeights(
                        number(rest, "pages", 0.2),
                        number(rest, "answer", 0.4),
                        number(rest, "citation", 0.3),
                        number(rest, "process", 0.1),
                        true),
                number(rest, "search-r1-format", 0),
                number(rest, "search-r1-retrieval", 0),
                flag(rest, "judge-citations"));
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(
                    "MCite's reward has no setting named " + rest.keySet()
                            + "; it has pages, answer, citation, process, search-r1-format, search-r1-retrieval, judge-citations");
        }
        return read;
    }

    private static boolean flag(Map<String, String> rest, String name) {
        String value = rest.remove(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (value.equals("true")) {
            return true;
        }
        throw new IllegalArgumentException(
                "MCite's reward setting " + name + " must be true or false, got '" + value + "'");
    }

    private static double number(Map<String, String> rest, String name, double otherwise) {
        String value = rest.remove(name);
        try {
            return value == null ? otherwise : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "MCite's reward setting " + name + " must be a number, got '" + value + "'", e);
        }
    }
}
