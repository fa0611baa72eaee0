// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import java.io.Serializable;
import java.time.Duration;

/**
 * What one effect may take and a picture may be.
 *
 * @param generate deadline of a call to a model, a verifier or a judge, queueing included
 * @param retrieve deadline of a call to a bank, an index or a search engine
 * @param inspect deadline of the inspection of a query's pictures, or of a crop
 * @param pictureBytes most bytes of an encoded picture
 * @param picturePixels most pixels of a decoded one
 * @param pictureThreads how many pictures are decoded or encoded at once
 */
public record EffectLimits(
        Duration generate,
        Duration retrieve,
        Duration inspect,
        int pictureBytes,
        long picturePixels,
        int pictureThreads)
        implements Serializable {
    public static final EffectLimits DEFAULT = new EffectLimits(
            Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(10), 16 << 20, 1 << 24, 2);

    public EffectLimits {
        positive("generate", generate.toMillis());
        positive("retrieve", retrieve.toMillis());
        positive("inspect", inspect.toMillis());
        positive("pictureBytes", pictureBytes);
        positive("picturePixels", picturePixels);
        positive("pictureThreads", pictureThreads);
    }

    /** The same with another deadline of calls to a bank, an index or a search engine. */
    public EffectLimits withRetrieve(Duration deadline) {
        return new EffectLimits(generate, deadline, inspect, pictureBytes, picturePixels, pictureThreads);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException("the limit '" + name + "' of effects must be positive, got " + value);
        }
    }
}
