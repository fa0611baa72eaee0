// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import java.util.Arrays;
import java.util.Locale;
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
        TreeMap<String, String> rest = new TreeMap<>(settings);
        MCiteSettings read = new MCiteSettings(
                constant(rest, "coords-frame", Frame.PAGE_VIEW, Frame.values()),
                positive(rest, "tool-turns", 4),
                positive(rest, "search-limit", 10),
                positive(rest, "rag-pages", 3),
                positive(rest, "min-pixels", 256 * 28 * 28),
                positive(rest, "max-pixels", 512 * 28 * 28),
                positive(rest, "min-crop-area", 28 * 28),
                positive(rest, "context-tokens", 10_240),
                positive(rest, "response-tokens", 2_048),
                constant(rest, "render-crops", Rendering.ALWAYS, Rendering.values()));
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("MCite has no setting named " + rest.keySet() + "; it has "
                    + read.asMap().keySet());
        }
        if (read.minPixels > read.maxPixels) {
            throw new IllegalArgumentException("setting min-pixels must not be above max-pixels, got " + read.minPixels
                    + " and " + read.maxPixels);
        }
        return read;
    }

    /** The settings by name; the inverse of {@link #of}. */
    public SortedMap<String, String> asMap() {
        SortedMap<String, String> map = new TreeMap<>();
        map.put("coords-frame", wire(frame));
        map.put("tool-turns", Integer.toString(toolTurns));
        map.put("search-limit", Integer.toString(searchLimit));
        map.put("rag-pages", Integer.toString(ragPages));
        map.put("min-pixels", Integer.toString(minPixels));
        map.put("max-pixels", Integer.toString(maxPixels));
        map.put("min-crop-area", Integer.toString(minCropArea));
        map.put("context-tokens", Integer.toString(contextTokens));
        map.put("response-tokens", Integer.toString(responseTokens));
        map.put("render-crops", wire(rendering));
        return map;
    }

    DisplaySize displaySize(int width, int height) {
        return DisplaySize.of(width, height, minPixels, maxPixels);
    }

    private static <E extends Enum<E>> E constant(Map<String, String> rest, String name, E otherwise, E[] constants) {
        String value = rest.remove(name);
        if (value == null) {
            return otherwise;
        }
        for (E constant : constants) {
            if (wire(constant).equals(value)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("setting " + name + " must be one of "
                + Arrays.stream(constants).map(MCiteSettings::wire).toList() + ", got '" + value + "'");
    }

    private static String wire(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static int positive(Map<String, String> rest, String name, int otherwise) {
        String value = rest.remove(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(range(name, value), e);
        }
        throw new IllegalArgumentException(range(name, value));
    }

    private static String range(String name, String value) {
        return "setting " + name + " must be a whole number above 0, got '" + value + "'";
    }
}
