// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.SettingsReader;
import dev.eddy.agent.WireNames;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The constants of MCite's environment.
 *
 * @param frame what boxes refer to ({@code coords-frame})
 * @param toolTurns turns in which actions are carried out; one more follows, in which the model can only answer
 * @param searchLimit pages that a search ranks; the best one not shown yet is shown
 * @param ragPages pages that mode {@code rag} shows
 * @param minPixels a smaller page or crop is enlarged to this area
 * @param maxPixels a larger one is shrunk to this area
 * @param minCropArea least area of a box, in pixels of what it is written on
 * @param contextTokens of a call, shown and generated together
 * @param responseTokens cap of one call's generation
 * @param rendering which runs' crops become pictures of their own ({@code render-crops})
 */
public record MCiteSettings(
        Frame frame,
        int toolTurns,
        int searchLimit,
        int ragPages,
        int minPixels,
        int maxPixels,
        int minCropArea,
        int contextTokens,
        int responseTokens,
        Rendering rendering) {
    /**
     * Reads settings; what is absent takes the paper's value, or its ancestor's where the paper gives none.
     *
     * @throws IllegalArgumentException for an unknown name or a value out of range, naming it
     */
    public static MCiteSettings of(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("MCite", settings);
        MCiteSettings read = new MCiteSettings(
                reader.oneOf("coords-frame", Frame.PAGE_VIEW),
                reader.atLeast(1, "tool-turns", 4),
                reader.atLeast(1, "search-limit", 10),
                reader.atLeast(1, "rag-pages", 3),
                reader.atLeast(1, "min-pixels", 256 * 28 * 28),
                reader.atLeast(1, "max-pixels", 512 * 28 * 28),
                reader.atLeast(1, "min-crop-area", 28 * 28),
                reader.atLeast(1, "context-tokens", 10_240),
                reader.atLeast(1, "response-tokens", 2_048),
                reader.oneOf("render-crops", Rendering.ALWAYS));
        reader.end();
        if (read.minPixels > read.maxPixels) {
            throw new IllegalArgumentException("setting min-pixels must not be above max-pixels, got " + read.minPixels
                    + " and " + read.maxPixels);
        }
        return read;
    }

    /** The settings by name; the inverse of {@link #of}. */
    public SortedMap<String, String> asMap() {
        SortedMap<String, String> map = new TreeMap<>();
        map.put("coords-frame", WireNames.of(frame));
        map.put("tool-turns", Integer.toString(toolTurns));
        map.put("search-limit", Integer.toString(searchLimit));
        map.put("rag-pages", Integer.toString(ragPages));
        map.put("min-pixels", Integer.toString(minPixels));
        map.put("max-pixels", Integer.toString(maxPixels));
        map.put("min-crop-area", Integer.toString(minCropArea));
        map.put("context-tokens", Integer.toString(contextTokens));
        map.put("response-tokens", Integer.toString(responseTokens));
        map.put("render-crops", WireNames.of(rendering));
        return map;
    }

    DisplaySize displaySize(int width, int height) {
        return DisplaySize.of(width, height, minPixels, maxPixels);
    }
}
