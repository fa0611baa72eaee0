// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Effect.Crop;
import dev.eddy.agent.EffectValue.Cropped;
import dev.eddy.effect.PictureDecoder.Size;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Region;
import java.awt.Rectangle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Renders parts of pages as shown, and keeps each in the blob store as a PNG of its own. What was rendered is remembered by
 * page, region and size, since the rollouts of a group look at the same places. Thread-safe; the workers stay their owner's.
 */
final class PageCropper {
    private static final int REMEMBERED = 100_000;

    private final BlobStore blobs;
    private final PictureDecoder decoder;
    private final PictureWorkers workers;
    private final EffectLimits limits;
    private final Cache<Key, CompletableFuture<Cropped>> crops;

    PageCropper(BlobStore blobs, PictureDecoder decoder, PictureWorkers workers, EffectLimits limits) {
        this.blobs = blobs;
        this.decoder = decoder;
        this.workers = workers;
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
        return blobs.get(key.page)
                .thenCompose(page -> workers.submit(key.page, () -> png(part(key, page))))
                .thenCompose(blobs::put)
                .thenApply(Cropped::new);
    }

    private Pixels part(Key key, byte[] page) {
        return decoder.decode(key.page, page, (reader, size) -> read(key, reader, size))
                .scaled(key.width, key.height);
    }

    private static Pixels read(Key key, ImageReader reader, Size size) throws IOException {
        Region region = key.region;
        Rectangle rectangle = new Rectangle(
                region.getLeft(),
                region.getTop(),
                region.getRight() - region.getLeft(),
                region.getBottom() - region.getTop());
        if (rectangle.isEmpty() || !new Rectangle(size.width(), size.height()).contains(rectangle)) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "region " + region + " is no part of picture " + key.page + " of " + size.width() + " by "
                            + size.height() + " pixels");
        }
        ImageReadParam parameters = reader.getDefaultReadParam();
        parameters.setSourceRegion(rectangle);
        return Pixels.of(reader.read(0, parameters));
    }

    private static byte[] png(Pixels pixels) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            if (!ImageIO.write(pixels.image(), "png", out)) {
                throw new IllegalStateException("this Java platform has no writer of PNG files");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot be written to", e);
        }
        return bytes.toByteArray();
    }

    private record Key(String page, Region region, int width, int height) {}
}
