// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import java.util.Arrays;
import java.util.Locale;

/** What differs among the Qwen-VL models: the chat template and how pictures become tokens. */
public enum QwenFamily {
    QWEN2_5_VL(
            "qwen2.5-vl",
            28,
            4 * 28 * 28,
            16_384 * 28 * 28,
            "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n"),
    QWEN3_VL("qwen3-vl", 32, 256 * 256, 4_096 * 4_096, "<|im_start|>user\n");

    private static final String AFTER = "<|im_end|>\n<|im_start|>assistant\n";

    private final String name;
    private final int tokenSide;
    private final int minPixels;
    private final int maxPixels;
    private final String before;

    QwenFamily(String name, int tokenSide, int minPixels, int maxPixels, String before) {
        this.name = name;
        this.tokenSide = tokenSide;
        this.minPixels = minPixels;
        this.maxPixels = maxPixels;
        this.before = before;
    }

    /**
     * The family of a name.
     *
     * @throws IllegalArgumentException if there is none; lists those that there are
     */
    public static QwenFamily of(String name) {
        for (QwenFamily family : values()) {
            if (family.name.equals(name.toLowerCase(Locale.ROOT))) {
                return family;
            }
        }
        throw new IllegalArgumentException("no Qwen family is named '" + name + "'; there are "
                + Arrays.stream(values()).map(family -> family.name).toList() + ". Set 'family' to one of these.");
    }

    /** As settings name it. */
    public String label() {
        return name;
    }

    /** Pixels a side of what becomes one visual token. */
    public int tokenSide() {
        return tokenSide;
    }

    /** Below this many pixels a picture is scaled up, where the model's own configuration says nothing else. */
    public int minPixels() {
        return minPixels;
    }

    /** Above this many pixels a picture is scaled down, where the model's own configuration says nothing else. */
    public int maxPixels() {
        return maxPixels;
    }

    /** What stands before the words of the user. */
    public String before() {
        return before;
    }

    /** What stands between the words of the user and those of the model. */
    public String after() {
        return AFTER;
    }
}
