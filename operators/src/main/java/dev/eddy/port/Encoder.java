// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.EffectStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Texts, and by some encoders pictures, as vectors whose cosine tells how alike they are. Deterministic; thread-safe; never blocks the
 * caller.
 */
public interface Encoder extends AutoCloseable {
    /** One vector a text, in order, all of one length and none of length 0. */
    CompletableFuture<EffectValue.Vectors> texts(List<String> texts);

    /**
     * Whether it knows pictures, too. Its vectors of both are of one space then: a picture and a text that says what it shows are alike.
     * Always the same for the same settings.
     */
    default boolean seesPictures() {
        return false;
    }

    /**
     * One vector a picture, in order, all as long as those of texts and none of length 0. Fails with REJECTED where the encoder
     * {@linkplain #seesPictures() sees none}, and with a status of its own for what is no picture.
     *
     * @param files encoded, as PNG or JPEG; not to be changed
     */
    default CompletableFuture<EffectValue.Vectors> pictures(List<byte[]> files) {
        return CompletableFuture.failedFuture(new PortException(
                EffectStatus.REJECTED, getClass().getSimpleName() + " has vectors of texts only, not of pictures"));
    }

    @Override
    void close();
}
