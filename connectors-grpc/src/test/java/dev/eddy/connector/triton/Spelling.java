// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.VisualTokens;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Some words by their ids; all others are empty. Reads no text. */
record Spelling(Map<Integer, String> words) implements Tokenizer {
    @Override
    public String decode(int[] tokens) {
        return Arrays.stream(tokens).mapToObj(id -> words.getOrDefault(id, "")).collect(Collectors.joining());
    }

    @Override
    public int[] encode(String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String hash() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int visionStart() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int imagePad() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int visionEnd() {
        throw new UnsupportedOperationException();
    }

    @Override
    public VisualTokens visual() {
        throw new UnsupportedOperationException();
    }
}
