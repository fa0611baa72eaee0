// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.agent.SettingsReader;
import java.util.Map;

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
        SettingsReader reader = new SettingsReader("MCite's reward", settings);
        MCiteRewardSettings read = new MCiteRewardSettings(
                new MCiteWeights(
                        reader.number("pages", 0.2),
                        reader.number("answer", 0.4),
                        reader.number("citation", 0.3),
                        reader.number("process", 0.1),
                        true),
                reader.number("search-r1-format", 0),
                reader.number("search-r1-retrieval", 0),
                reader.flag("judge-citations", false));
        reader.end();
        return read;
    }
}
