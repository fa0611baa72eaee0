// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.agent.SettingsReader;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The beginnings of hashed words' vectors, as long as its setting says: an encoder that cannot be opened without one. */
public record SizedWords(int length) implements Encoder {
    static final String NAME = "sized-words";

    @Override
    public CompletableFuture<Vectors> texts(List<String> texts) {
        return CompletableFuture.completedFuture(
                new Vectors(texts.stream().map(this::vector).toList()));
    }

    private float[] vector(String text) {
        float[] vector = Arrays.copyOf(HashedWords.of(text), length);
        vector[0] = 1;
        return vector;
    }

    @Override
    public void close() {}

    public static final class Factory implements PortFactory<Encoder> {
        @Override
        public Class<Encoder> port() {
            return Encoder.class;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Encoder open(Map<String, String> settings) {
            SettingsReader reader = new SettingsReader(NAME, settings);
            int length = Integer.parseInt(reader.needed("length", "a number"));
            reader.end();
            return new SizedWords(length);
        }
    }
}
