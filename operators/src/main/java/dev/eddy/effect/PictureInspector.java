// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.effect.PictureDecoder.Size;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;

/**
 * Tells whether pictures exist, decode, and are within bounds, and how large they are. The size is read from the header and
 * bounded before any pixel is decoded. Sizes are remembered by content hash, since the rollouts of a group look at the same
 * pictures. Thread-safe; the workers stay their owner's.
 */
final class PictureInspector {
    private static final int REMEMBERED = 100_000;
    private static final int KEPT_PIXELS = 1 << 18;

    private final BlobStore blobs;
    private final PictureDecoder decoder;
    private final PictureWorkers workers;
    private final Cache<String, CompletableFuture<Size>> sizes;

    PictureInspector(BlobStore blobs, PictureDecoder decoder, PictureWorkers workers) {
        this.blobs = blobs;
        this.decoder = decoder;
        this.workers = workers;
        this.sizes = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .executor(Runnable::run)
                .build();
    }

    /** The same pictures with their true sizes; fails with a {@link PortException} for the first that is no good. */
    CompletableFuture<List<Picture>> inspect(List<Picture> pictures) {
        List<CompletableFuture<Picture>> inspected =
                pictures.stream().map(this::inspect).toList();
        return CompletableFuture.allOf(inspected.toArray(CompletableFuture[]::new))
                .thenApply(
                        all -> inspected.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Picture> inspect(Picture picture) {
        String sha256 = picture.getSha256();
        CompletableFuture<Size> inspected = sizes.get(sha256, this::size);
        inspected.whenComplete((size, failure) -> {
            if (failure != null) { // it may be there, or the store be back, the next time
                sizes.asMap().remove(sha256, inspected);
            }
        });
        return inspected.thenApply(size -> new Picture(sha256, size.width(), size.height(), picture.getUri()));
    }

    private CompletableFuture<Size> size(String sha256) {
        return blobs.get(sha256)
                .thenCompose(bytes ->
                        workers.submit(sha256, () -> decoder.decode(sha256, bytes, PictureInspector::decodeAll)));
    }

    /** All of the file is decoded, but few of its pixels are kept: sixteen million of the widest kind have 128 MiB. */
    private static Size decodeAll(ImageReader reader, Size size) throws IOException {
        int step = (int) Math.ceil(Math.sqrt((double) size.pixels() / KEPT_PIXELS));
        ImageReadParam parameters = reader.getDefaultReadParam();
        parameters.setSourceSubsampling(step, step, 0, 0);
        reader.read(0, parameters);
        return size;
    }
}
