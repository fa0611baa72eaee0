// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.local.Loads;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.ShownPicture;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The policy's eye: fetches pictures by hash, scales them to the size at which they were shown, describes them, and compares
 * them. Remembers both descriptors and comparisons, since the same pictures are shown again and again. Thread-safe.
 */
public final class Eye {
    private static final int PAIRS = 1 << 17;
    /** Pictures whose comparisons are remembered: a pair of their ids is 32 bits, beside which its cosine fits into one long. */
    private static final int COMPARED = 1 << 16;

    private final BlobStore blobs;
    private final Loads<Shown, Sight> sights;
    private final AtomicInteger ids = new AtomicInteger(1); // from 1: no pair is the 0 of an empty place
    // One place a pair, the newest wins: the ids above the cosine. Races only cost a comparison.
    private final AtomicLongArray pairs = new AtomicLongArray(PAIRS);

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
        if (high.id() >= COMPARED) {
            return Sight.cosine(low, high);
        }
        int pair = low.id() << 16 | high.id();
        int place = (pair * 0x9E3779B9 >>> 15) & PAIRS - 1;
        long known = pairs.getPlain(place);
        if ((int) (known >>> 32) == pair) {
            return Float.intBitsToFloat((int) known);
        }
        float cosine = Sight.cosine(low, high);
        pairs.setPlain(place, (long) pair << 32 | Float.floatToRawIntBits(cosine) & 0xFFFFFFFFL);
        return cosine;
    }

    private record Shown(String sha256, int width, int height) {}
}
