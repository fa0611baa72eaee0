// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Tells whether pictures exist, decode, and are within bounds, and how large they are. The size is read from the header and
 * bounded before any pixel is decoded. Sizes are remembered by content hash, since the rollouts of a group look at the same
 * pictures. Thread-safe; decodes on threads of its own, which end with {@link #close}.
 */
final class PictureInspector implements AutoCloseable {
    private static final int MAX_WAITING = 4096;
    private static final int REMEMBERED = 100_000;
    private static final int KEPT_PIXELS = 1 << 18;
    /** By the names of their readers: those that decode row by row, whatever the file says. */
    private static final Set<String> FORMATS = new TreeSet<>(Set.of("png", "jpeg", "gif", "bmp"));

    private final BlobStore blobs;
    private final EffectLimits limits;
    private final ThreadPoolExecutor decoders;
    private final Cache<String, CompletableFuture<Size>> sizes;

    PictureInspector(BlobStore blobs, EffectLimits limits) {
        this.blobs = blobs;
        this.limits = limits;
        this.decoders = new ThreadPoolExecutor(
                limits.pictureThreads(),
                limits.pictureThreads(),
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                task -> {
                    Thread thread = new Thread(task, "eddy-picture-inspector");
                    thread.setDaemon(true);
                    return thread;
                });
        this.decoders.allowCoreThreadTimeOut(true);
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
        return inspected.thenApply(size -> new Picture(sha256, size.width, size.height, picture.getUri()));
    }

    private CompletableFuture<Size> size(String sha256) {
        return blobs.get(sha256).thenCompose(bytes -> {
            try {
                return CompletableFuture.supplyAsync(() -> decode(sha256, bytes), decoders);
            } catch (RejectedExecutionException e) {
                return CompletableFuture.failedFuture(new PortException(
                        EffectStatus.UNAVAILABLE,
                        "picture " + sha256 + " is not inspected: " + MAX_WAITING + " others wait for "
                                + limits.pictureThreads() + " threads. Raise the picture threads of effects.",
                        e));
            }
        });
    }

    private Size decode(String sha256, byte[] bytes) {
        if (bytes.length > limits.pictureBytes()) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "picture " + sha256 + " has " + bytes.length + " bytes, allowed are " + limits.pictureBytes());
        }
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new PortException(
                        EffectStatus.INVALID, "picture " + sha256 + " is in no format that can be read");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                Size size = new Size(reader.getWidth(0), reader.getHeight(0));
                if (!FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                    throw new PortException(
                            EffectStatus.REJECTED,
                            "picture " + sha256 + " is a " + reader.getFormatName() + ", allowed are " + FORMATS);
                }
                if (size.pixels() > limits.picturePixels()) {
                    throw new PortException(
                            EffectStatus.REJECTED,
                            "picture " + sha256 + " is " + size.width + " by " + size.height + " pixels, allowed are "
                                    + limits.picturePixels() + " in all");
                }
                reader.read(0, coarsely(reader, size));
                return size;
            } finally {
                reader.dispose();
            }
        } catch (PortException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // decoders throw anything at broken input
            throw new PortException(
                    EffectStatus.INVALID, "picture " + sha256 + " does not decode: " + e.getMessage(), e);
        }
    }

    /** All of the file is decoded, but few of its pixels are kept: sixteen million of the widest kind have 128 MiB. */
    private static ImageReadParam coarsely(ImageReader reader, Size size) {
        int step = (int) Math.ceil(Math.sqrt((double) size.pixels() / KEPT_PIXELS));
        ImageReadParam parameters = reader.getDefaultReadParam();
        parameters.setSourceSubsampling(step, step, 0, 0);
        return parameters;
    }

    @Override
    public void close() {
        decoders.shutdownNow();
    }

    private record Size(int width, int height) {
        private long pixels() {
            return (long) width * height;
        }
    }
}
