// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.ShownPicture;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The policy's eye: fetches pictures by hash, scales them to the size at which they were shown, describes them, and compares
 * them. Remembers both descriptors and comparisons, since the same pictures are shown again and again. Thread-safe.
 */
public final class Eye {
    private static final int PAIRS = 1 << 17;

    private final BlobStore blobs;
    private final Loads<Shown, Sight> sights;
    private final AtomicInteger ids = new AtomicInteger();
    // One place a pair, the newest wins. Races only cost a comparison: a pair is immutable and names what it compares.
    private final Pair[] pairs = new Pair[PAIRS];

    /** @param pictures how many descriptors to remember, 1.6 kB each */
    public Eye(BlobStore blobs, int pictures) {
        this.blobs = blobs;
        this.sights = new Loads<>(Caffeine.newBuilder().maximumSize(pictures));
    }

    /** Fails as {@link BlobStore#get} does, and with INVALID where the bytes are no picture. */
    public CompletableFuture<Sight> look(ShownPicture picture) {
        Shown shown = new Shown(picture.getSha256(), picture.getWidth(), picture.getHeight());
        return sights.get(shown, key -> blobs.get(key.sha256).thenApply(file -> describe(file, key)));
    }

    private Sight describe(byte[] file, Shown shown) {
        GrayPicture picture = GrayPicture.decode(file).resized(shown.width, shown.height);
        return new Sight(ids.getAndIncrement(), PictureDescriptor.of(picture));
    }

    /** The cosine of the most alike pair of pictures; 0 where either side shows none. */
    public float likeness(List<Sight> some, List<Sight> others) {
        float best = 0;
        for (int i = 0; i < some.size(); i++) { // by index: asked for each pair of items
            for (int j = 0; j < others.size(); j++) {
                best = Math.max(best, likeness(some.get(i), others.get(j)));
            }
        }
        return best;
    }

    private float likeness(Sight first, Sight second) {
        Sight low = first.id() <= second.id() ? first : second;
        Sight high = low == first ? second : first;
        int place = (low.id() * 0x9E3779B9 + high.id() * 0x85EBCA6B >>> 11) & PAIRS - 1;
        Pair known = pairs[place];
        if (known != null && known.low == low && known.high == high) {
            return known.cosine;
        }
        float cosine = Sight.cosine(low, high);
        pairs[place] = new Pair(low, high, cosine);
        return cosine;
    }

    private record Shown(String sha256, int width, int height) {}

    private record Pair(Sight low, Sight high, float cosine) {}
}
