// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.effect.PictureDecoder.Size;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;
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
 * Makes the files of pictures as they are shown: a part or all of one in the blob store, at another size. Futures fail with a
 * {@link PortException}: INVALID for a region that is not in the picture or a file that does not decode, REJECTED for one that is
 * out of bounds. Thread-safe; the workers stay their owner's.
 */
public final class PictureRenderer {
    private final BlobStore blobs;
    private final PictureDecoder decoder;
    private final PictureWorkers workers;

    public PictureRenderer(BlobStore blobs, PictureWorkers workers, EffectLimits limits) {
        this(blobs, new PictureDecoder(limits), workers);
    }

    PictureRenderer(BlobStore blobs, PictureDecoder decoder, PictureWorkers workers) {
        this.blobs = blobs;
        this.decoder = decoder;
        this.workers = workers;
    }

    /** The file that a model is shown; a PNG where nobody has made it before. */
    public CompletableFuture<byte[]> file(ShownPicture shown) {
        return shown.getRendered() == null
                ? png(shown.getSha256(), shown.getRegion(), shown.getWidth(), shown.getHeight())
                : blobs.get(shown.getRendered());
    }

    /** @param region null for all of the picture */
    CompletableFuture<byte[]> png(String sha256, Region region, int width, int height) {
        return blobs.get(sha256)
                .thenCompose(bytes -> workers.submit(
                        sha256,
                        () -> png(decoder.decode(sha256, bytes, (reader, size) -> read(sha256, region, reader, size))
                                .scaled(width, height))));
    }

    private static Pixels read(String sha256, Region region, ImageReader reader, Size size) throws IOException {
        ImageReadParam parameters = reader.getDefaultReadParam();
        if (region != null) {
            Rectangle part = new Rectangle(
                    region.getLeft(),
                    region.getTop(),
                    region.getRight() - region.getLeft(),
                    region.getBottom() - region.getTop());
            if (part.isEmpty() || !new Rectangle(size.width(), size.height()).contains(part)) {
                throw new PortException(
                        EffectStatus.INVALID,
                        "region " + region + " is no part of picture " + sha256 + " of " + size.width() + " by "
                                + size.height() + " pixels");
            }
            parameters.setSourceRegion(part);
        }
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
}
