// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.SettingsReader;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The constants of SVRL's environment, with the paper's values, and MMSearch-R1's or ours where the paper gives none.
 *
 * @param turns T, most generations ({@code turns}, 3)
 * @param pictureSearches most searches by picture ({@code picture-searches}, 1)
 * @param textSearches most searches by text ({@code text-searches}, 2)
 * @param queries k, most queries of a search by text ({@code queries}, 5)
 * @param results most results that are asked for by text ({@code results}, 6)
 * @param fewestShown fewest of them that are shown, where there are as many ({@code fewest-shown}, 2)
 * @param lookAlikes results of a search by picture ({@code look-alikes}, 5)
 * @param promptTokens most of the first prompt ({@code prompt-tokens}, 4096)
 * @param responseTokens most of one generation ({@code response-tokens}, 2048)
 * @param contextTokens most of a prompt and its generation ({@code context-tokens}, 8124)
 * @param questionVisualTokens shared by the question's pictures ({@code question-visual-tokens}, 1024)
 * @param resultVisualTokens of a look-alike ({@code result-visual-tokens}, 64)
 * @param snippetCharacters most of a snippet's text ({@code snippet-characters}, 4000)
 */
public record SvrlSettings(
        int turns,
        int pictureSearches,
        int textSearches,
        int queries,
        int results,
        int fewestShown,
        int lookAlikes,
        int promptTokens,
        int responseTokens,
        int contextTokens,
        int questionVisualTokens,
        int resultVisualTokens,
        int snippetCharacters) {
    public SvrlSettings {
        if (fewestShown > results) {
            throw new IllegalArgumentException(
                    "setting fewest-shown must not be above results, got " + fewestShown + " and " + results);
        }
    }

    /**
     * Reads settings; what is absent takes its default.
     *
     * @throws IllegalArgumentException for an unknown name or a value out of range, naming it
     */
    public static SvrlSettings of(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("SVRL", settings);
        SvrlSettings read = new SvrlSettings(
                reader.atLeast(1, "turns", 3),
                reader.atLeast(0, "picture-searches", 1),
                reader.atLeast(0, "text-searches", 2),
                reader.atLeast(1, "queries", 5),
                reader.atLeast(1, "results", 6),
                reader.atLeast(1, "fewest-shown", 2),
                reader.atLeast(1, "look-alikes", 5),
                reader.atLeast(1, "prompt-tokens", 4_096),
                reader.atLeast(1, "response-tokens", 2_048),
                reader.atLeast(1, "context-tokens", 8_124),
                reader.atLeast(1, "question-visual-tokens", 1_024),
                reader.atLeast(1, "result-visual-tokens", 64),
                reader.atLeast(1, "snippet-characters", 4_000));
        reader.end();
        return read;
    }

    /** The settings by name; the inverse of {@link #of}. */
    public SortedMap<String, String> asMap() {
        SortedMap<String, Integer> map = new TreeMap<>();
        map.put("turns", turns);
        map.put("picture-searches", pictureSearches);
        map.put("text-searches", textSearches);
        map.put("queries", queries);
        map.put("results", results);
        map.put("fewest-shown", fewestShown);
        map.put("look-alikes", lookAlikes);
        map.put("prompt-tokens", promptTokens);
        map.put("response-tokens", responseTokens);
        map.put("context-tokens", contextTokens);
        map.put("question-visual-tokens", questionVisualTokens);
        map.put("result-visual-tokens", resultVisualTokens);
        map.put("snippet-characters", snippetCharacters);
        SortedMap<String, String> texts = new TreeMap<>();
        map.forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }
}
