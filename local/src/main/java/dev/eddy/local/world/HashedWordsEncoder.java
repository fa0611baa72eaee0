// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Texts as sums of their words' signed hashes ({@link HashedWords}): alike are texts with words in common, whatever they mean. A
 * text without words has a direction of its own. Immutable and thread-safe.
 */
public final class HashedWordsEncoder implements Encoder {
    @Override
    public CompletableFuture<Vectors> texts(List<String> texts) {
        return CompletableFuture.completedFuture(
                new Vectors(texts.stream().map(HashedWordsEncoder::vector).toList()));
    }

    private static float[] vector(String text) {
        float[] words = HashedWords.of(text);
        float[] vector = Arrays.copyOf(words, HashedWords.LENGTH + 1);
        boolean wordless = true;
        for (float value : words) {
            wordless &= value == 0;
        }
        vector[HashedWords.LENGTH] = wordless ? 1 : 0;
        return vector;
    }

    @Override
    public void close() {}

    /** Name {@code words}; no settings. */
    public static final class Factory implements PortFactory<Encoder> {
        @Override
        public Class<Encoder> port() {
            return Encoder.class;
        }

        @Override
        public String name() {
            return "words";
        }

        @Override
        public Encoder open(Map<String, String> settings) {
            if (!settings.isEmpty()) {
                throw new IllegalArgumentException("the encoder 'words' has no settings, got " + settings.keySet());
            }
            return new HashedWordsEncoder();
        }
    }
}
