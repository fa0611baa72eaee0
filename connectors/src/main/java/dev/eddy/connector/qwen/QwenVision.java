// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import dev.eddy.agent.VisualTokens;
import dev.eddy.schemas.Sha256;
import java.nio.charset.StandardCharsets;

/**
 * How many tokens a picture takes, by the smart resize of the Qwen-VL processors.
 *
 * @param minPixels `min_pixels` or `size.shortest_edge` of the model's preprocessor
 * @param maxPixels `max_pixels` or `size.longest_edge` of it
 */
public record QwenVision(QwenFamily family, int minPixels, int maxPixels) {
    private static final int MAX_RATIO = 200;

    public QwenVision {
        if (minPixels < 1 || maxPixels < minPixels) {
            throw new IllegalArgumentException("'min-pixels' must be positive and 'max-pixels' not below it, got "
                    + minPixels + " and " + maxPixels);
        }
    }

    /** With the family's own bounds. */
    public static QwenVision of(QwenFamily family) {
        return new QwenVision(family, family.minPixels(), family.maxPixels());
    }

    /**
     * Visual tokens of a picture of this size in pixels.
     *
     * @throws IllegalArgumentException for a side below 1, or a strip over 200 times as long as wide, which the model refuses
     */
    public int tokens(int width, int height) {
        if (Math.min(width, height) < 1 || Math.max(width, height) > (long) MAX_RATIO * Math.min(width, height)) {
            throw new IllegalArgumentException("a picture of " + width + " by " + height + " pixels cannot be shown to "
                    + family.label() + ": its sides must be positive and at most " + MAX_RATIO + " to 1");
        }
        return visual().shown(width, height).tokens();
    }

    VisualTokens visual() {
        return new VisualTokens(family.tokenSide(), minPixels, maxPixels);
    }

    /** SHA-256 of all that tells what becomes of a picture. */
    public String hash() {
        String rules = family.label() + ", smart resize, " + minPixels + " to " + maxPixels + " pixels";
        return Sha256.hex(rules.getBytes(StandardCharsets.UTF_8));
    }
}
