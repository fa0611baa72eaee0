// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.effect.PictureWorkers;
import dev.eddy.local.Loads;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;
import java.util.concurrent.CompletableFuture;

/**
 * The policy's eye: fetches pages by hash, cuts out and scales what was shown of them, and reads it. Readings are remembered by
 * page, region and size, since the same views are shown again and again; a few pages are remembered whole, since a crop
 * follows soon on its page. Thread-safe.
 */
final class PageEye {
    private static final int PAGES = 16; // of some megabytes each
    private static final int READINGS = 6_000; // of 10 to 100 kB each

    private final BlobStore blobs;
    private final PictureWorkers workers;
    private final Loads<String, Pixels> pages =
            new Loads<>(Caffeine.newBuilder().maximumSize(PAGES));
    private final Loads<Shown, SeenPage> readings =
            new Loads<>(Caffeine.newBuilder().maximumSize(READINGS));

    private record Shown(String sha256, Region region, int width, int height) {}

    /** @param workers that pages are decoded and read on */
    PageEye(BlobStore blobs, PictureWorkers workers) {
        this.blobs = blobs;
        this.workers = workers;
    }

    /**
     * Is done at once where the same was seen before. Fails as {@link BlobStore#get} and {@link PictureWorkers#submit} do, and
     * with INVALID where the bytes are no picture or the region is not on it.
     */
    CompletableFuture<SeenPage> look(ShownPicture picture) {
        Shown shown = new Shown(picture.getSha256(), picture.getRegion(), picture.getWidth(), picture.getHeight());
        return readings.get(
                shown, key -> page(key.sha256).thenCompose(page -> workers.submit(key.sha256, () -> read(page, key))));
    }

    private CompletableFuture<Pixels> page(String sha256) {
        return pages.get(
                sha256,
                key -> blobs.get(key).thenCompose(file -> workers.submit(key, () -> GrayPicture.decodePixels(file))));
    }

    private static SeenPage read(Pixels page, Shown shown) {
        Region region = shown.region == null ? new Region(0, 0, page.width(), page.height()) : shown.region;
        double scale = (double) shown.width / (region.getRight() - region.getLeft());
        try {
            Pixels view = shown.region == null ? page : page.crop(region);
            PageReading reading = PageReading.of(view.scaled(shown.width, shown.height), scale);
            return new SeenPage(reading, region, page.width(), page.height());
        } catch (IllegalArgumentException notThere) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "picture " + shown.sha256 + " cannot be shown: " + notThere.getMessage(),
                    notThere);
        }
    }
}
