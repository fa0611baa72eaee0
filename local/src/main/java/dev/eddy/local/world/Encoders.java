// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.agent.SettingsReader;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.Encoder;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.util.IOUtils;

/**
 * Texts and pictures as vectors, made as a bank's own were: by its encoder, of unit length, or as hashed words and
 * {@link PictureDescriptor}s. Thread-safe.
 */
final class Encoders implements AutoCloseable {
    private final Map<String, String> settings;
    private final Map<String, Ports.Lease<Encoder>> encoders = new ConcurrentHashMap<>();

    /** @param settings of encoders, as {@code <encoder>.<setting>} */
    Encoders(Map<String, String> settings) {
        this.settings = settings;
    }

    /**
     * Opens an encoder, which takes a moment, unless it is open.
     *
     * @return whether it sees pictures
     * @throws IllegalArgumentException if there is none of this name, or its settings are wrong
     */
    synchronized boolean open(String encoder) throws IOException {
        if (!encoders.containsKey(encoder)) {
            Map<String, String> own = new SettingsReader("encoders", settings).under(encoder + ".");
            encoders.put(encoder, Ports.lease(Encoder.class, encoder, own));
        }
        return encoders.get(encoder).get().seesPictures();
    }

    /** @param encoder null for hashed words, or an open one */
    CompletableFuture<float[]> text(String encoder, String text) {
        return encoder == null
                ? CompletableFuture.completedFuture(HashedWords.of(text))
                : unit(encoders.get(encoder).get().texts(List.of(text)));
    }

    /**
     * The vector of a picture; one that an encoder did not make is computed by the caller.
     *
     * @param encoder null for the descriptor, or an open one that sees pictures
     */
    CompletableFuture<float[]> picture(String encoder, byte[] file) {
        return encoder == null
                ? CompletableFuture.completedFuture(PictureDescriptor.of(GrayPicture.decode(file)))
                : unit(encoders.get(encoder).get().pictures(List.of(file)));
    }

    private static CompletableFuture<float[]> unit(CompletableFuture<Vectors> one) {
        return one.thenApply(found -> unit(found.vectors().get(0)));
    }

    private static float[] unit(float[] vector) {
        double squares = 0;
        for (float element : vector) {
            squares += element * element;
        }
        float[] scaled = new float[vector.length];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = (float) (vector[i] / Math.sqrt(squares));
        }
        return scaled;
    }

    @Override
    public void close() {
        IOUtils.closeAllQuietly(encoders.values());
    }
}
