// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Picture;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Vectors of the pictures that searches show: a record's own where there is one, others made and kept for a while. Thread-safe. */
final class ShownPictures {
    private static final int AT_HAND = 4_096;

    private final BlobStore blobs;
    private final Encoders encoders;
    private final Executor executor;
    private final Cache<Made, float[]> known =
            Caffeine.newBuilder().maximumSize(AT_HAND).executor(Runnable::run).build();

    private record Made(String encoder, String sha256) {}

    /** @param executor where pictures are described that no encoder is asked about */
    ShownPictures(BlobStore blobs, Encoders encoders, Executor executor) {
        this.blobs = blobs;
        this.encoders = encoders;
        this.executor = executor;
    }

    /** One a picture, in order, comparable with those of a pool's pictures. */
    CompletableFuture<List<float[]>> vectors(RecordPool pool, List<Picture> pictures) {
        List<CompletableFuture<float[]>> vectors = pictures.stream()
                .map(picture -> {
                    float[] own = pool.descriptor(picture);
                    return own != null
                            ? CompletableFuture.completedFuture(own)
                            : vector(new Made(pool.pictureEncoder(), picture.getSha256()));
                })
                .toList();
        return CompletableFuture.allOf(vectors.toArray(CompletableFuture[]::new))
                .thenApply(done -> vectors.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<float[]> vector(Made made) {
        float[] before = known.getIfPresent(made);
        return before != null
                ? CompletableFuture.completedFuture(before)
                : blobs.get(made.sha256())
                        .thenComposeAsync(file -> encoders.picture(made.encoder(), file), executor)
                        .whenComplete((vector, failure) -> {
                            if (failure == null) {
                                known.put(made, vector);
                            }
                        });
    }
}
