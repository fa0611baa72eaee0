// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.effect.PictureDecoder.Size;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;

/**
 * Tells whether pictures exist, decode, and are within bounds, and how large they are. The size is read from the header and
 * bounded before any pixel is decoded. Sizes are remembered by content hash, since the rollouts of a group look at the same
 * pictures. A picture that has an address and no hash is fetched and stored first; for a while the address stands for what
 * was found there, so that a group asks about one picture. Thread-safe; the workers stay their owner's.
 */
final class PictureInspector {
    private static final int REMEMBERED = 100_000;
    private static final int KEPT_PIXELS = 1 << 18;
    private static final int FETCHED = 10_000;
    private static final Duration FETCHED_FOR = Duration.ofMinutes(5);

    private final BlobStore blobs;
    private final PictureDecoder decoder;
    private final PictureWorkers workers;
    private final Cache<String, CompletableFuture<Size>> sizes;
    private final Optional<PictureSource> source;
    private final Cache<String, CompletableFuture<String>> hashes;

    /** @param source of pictures that have no hash; empty if there are to be none */
    PictureInspector(BlobStore blobs, PictureDecoder decoder, PictureWorkers workers, Optional<PictureSource> source) {
        this.blobs = blobs;
        this.source = source;
        this.decoder = decoder;
        this.workers = workers;
        this.sizes = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(BlobStore.KNOWN_FOR)
                .executor(Runnable::run)
                .build();
        this.hashes = Caffeine.newBuilder()
                .maximumSize(FETCHED)
                .expireAfterWrite(FETCHED_FOR)
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
        String uri = picture.getUri();
        CompletableFuture<String> hash = picture.getSha256().isEmpty() && uri != null
                ? remembered(hashes, uri, this::fetch)
                : CompletableFuture.completedFuture(picture.getSha256());
        return hash.thenCompose(sha256 -> remembered(sizes, sha256, this::size)
                .thenApply(size -> new Picture(sha256, size.width(), size.height(), uri)));
    }

    /** The answer kept, or a new one, which is kept unless it fails: it may be there, or the store be back, the next time. */
    private static <T> CompletableFuture<T> remembered(
            Cache<String, CompletableFuture<T>> cache, String key, Function<String, CompletableFuture<T>> find) {
        CompletableFuture<T> found = cache.get(key, find);
        found.whenComplete((value, failure) -> {
            if (failure != null) {
                cache.asMap().remove(key, found);
            }
        });
        return found;
    }

    /** Looks at what was fetched before it is stored: the store is no place for whatever a stranger's address holds. */
    private CompletableFuture<String> fetch(String uri) {
        if (source.isEmpty()) {
            return CompletableFuture.failedFuture(PictureDecoder.rejected(
                    uri, "has no hash, and nothing fetches pictures here: set 'eddy.picture-source.name'"));
        }
        return source.get()
                .fetch(uri)
                .thenCompose(bytes -> workers.submit(uri, () -> decoder.decode(uri, bytes, PictureInspector::decodeAll))
                        .thenCompose(size -> blobs.put(bytes)));
    }

    /** Puts it again: a question may have waited for days, and its picture is to be kept as long as the trajectory is. */
    private CompletableFuture<Size> size(String sha256) {
        return blobs.get(sha256)
                .thenCompose(bytes -> workers.submit(
                                sha256, () -> decoder.decode(sha256, bytes, PictureInspector::decodeAll))
                        .thenCompose(size -> blobs.put(bytes).thenApply(same -> size)));
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
