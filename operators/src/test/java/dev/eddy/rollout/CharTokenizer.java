// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.VisualTokens;

/** One token a character, for tests. */
public final class CharTokenizer implements Tokenizer {
    private static final int SPECIAL = 3;

    @Override
    public String hash() {
        return "c".repeat(64);
    }

    @Override
    public int[] encode(String text) {
        return text.chars().map(c -> c + SPECIAL).toArray();
    }

    @Override
    public String decode(int[] tokens) {
        StringBuilder text = new StringBuilder();
        for (int token : tokens) {
            if (token >= SPECIAL) {
                text.append((char) (token - SPECIAL));
            }
        }
        return text.toString();
    }

    @Override
    public int visionStart() {
        return 0;
    }

    @Override
    public int imagePad() {
        return 1;
    }

    @Override
    public int visionEnd() {
        return 2;
    }

    @Override
    public VisualTokens visual() {
        return new VisualTokens(32, 1, Integer.MAX_VALUE);
    }
}
