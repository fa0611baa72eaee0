// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.local.world.BankFile.Meaning;
import dev.eddy.port.PortChoice;
import dev.eddy.schemas.Packed;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** What texts and pictures on their way into a bank mean to its encoder; many records may have the same. Blocks; one thread. */
final class Meanings implements AutoCloseable {
    private static final int AT_HAND = 4_096;

    private final Encoders encoders;
    private final String ofTexts;
    private final String ofPictures;
    private final Cache<Object, Meaning> known =
            Caffeine.newBuilder().maximumSize(AT_HAND).executor(Runnable::run).build();

    private record Shown(String sha256) {}

    /**
     * Opens the encoder.
     *
     * @param encoder null for none, so that nothing has a meaning
     */
    Meanings(PortChoice encoder) throws IOException {
        Map<String, String> settings = new HashMap<>();
        if (encoder != null) {
            encoder.settings().forEach((setting, value) -> settings.put(encoder.name() + "." + setting, value));
        }
        encoders = new Encoders(settings);
        ofTexts = encoder == null ? null : encoder.name();
        ofPictures = encoder != null && encoders.open(encoder.name()) ? encoder.name() : null;
    }

    /** Null where texts are compared by their words. */
    Meaning text(String text) throws IOException {
        return ofTexts == null ? null : of(text, ofTexts, () -> encoders.text(ofTexts, text));
    }

    /** Null where pictures are compared by their descriptors. */
    Meaning picture(String sha256, byte[] file) throws IOException {
        return ofPictures == null ? null : of(new Shown(sha256), ofPictures, () -> encoders.picture(ofPictures, file));
    }

    private Meaning of(Object what, String encoder, Supplier<CompletableFuture<float[]>> made) throws IOException {
        Meaning before = known.getIfPresent(what);
        if (before != null) {
            return before;
        }
        try {
            Meaning meaning =
                    new Meaning(encoder, Packed.bytes(Packed.floats(made.get().join())));
            known.put(what, meaning);
            return meaning;
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        }
    }

    @Override
    public void close() {
        encoders.close();
    }
}
