// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Effect.Crop;
import dev.eddy.agent.EffectValue.Cropped;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Region;
import java.util.concurrent.CompletableFuture;

/**
 * Renders parts of pages as shown, and keeps each in the blob store as a PNG of its own. What was rendered is remembered by
 * page, region and size, since the rollouts of a group look at the same places. Thread-safe; the workers stay their owner's.
 */
final class PageCropper {
    private static final int REMEMBERED = 100_000;

    private final BlobStore blobs;
    private final PictureRenderer renderer;
    private final EffectLimits limits;
    private final Cache<Key, CompletableFuture<Cropped>> crops;

    PageCropper(BlobStore blobs, PictureDecoder decoder, PictureWorkers workers, EffectLimits limits) {
        this.blobs = blobs;
        this.renderer = new PictureRenderer(blobs, decoder, workers);
        this.limits = limits;
        this.crops = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .executor(Runnable::run)
                .build();
    }

    /** None where none is wanted. Fails with a {@link PortException}: REJECTED for a size beyond the bounds, INVALID for a region that is not on the page. */
    CompletableFuture<Cropped> crop(Crop crop) {
        if (!crop.rendered()) {
            return CompletableFuture.completedFuture(new Cropped(null));
        }
        Key key = new Key(crop.page().getSha256(), crop.region(), crop.width(), crop.height());
        CompletableFuture<Cropped> made = crops.get(key, this::render);
        made.whenComplete((done, failure) -> {
            if (failure != null) { // the page may be there, or the store be back, the next time
                crops.asMap().remove(key, made);
            }
        });
        return made.copy(); // so that a caller that gives up does not give up for the others
    }

    private CompletableFuture<Cropped> render(Key key) {
        if (key.width < 1 || key.height < 1 || (long) key.width * key.height > limits.picturePixels()) {
            return CompletableFuture.failedFuture(PictureDecoder.rejected(
                    key.page,
                    "cannot be shown at " + key.width + " by " + key.height + " pixels, allowed are 1 to "
                            + limits.picturePixels() + " in all"));
        }
        return renderer.png(key.page, key.region, key.width, key.height)
                .thenCompose(blobs::put)
                .thenApply(Cropped::new);
    }

    private record Key(String page, Region region, int width, int height) {}
}
