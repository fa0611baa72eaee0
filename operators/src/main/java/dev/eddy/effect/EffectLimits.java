// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Encoder;
import dev.eddy.port.Judge;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Verifier;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What one effect may take and a picture may be.
 *
 * @param generate deadline of a call to a model, a verifier or a judge, queueing and retries included
 * @param retrieve deadline of a call to a bank, an index or a search engine
 * @param inspect deadline of the inspection of a query's pictures, or of a crop
 * @param pictureBytes most bytes of an encoded picture
 * @param picturePixels most pixels of a decoded one
 * @param pictureThreads how many pictures are decoded or encoded at once
 * @param own deadlines of effects on some ports, in place of the above
 */
public record EffectLimits(
        Duration generate,
        Duration retrieve,
        Duration inspect,
        int pictureBytes,
        long picturePixels,
        int pictureThreads,
        HashMap<Class<?>, Duration> own)
        implements Serializable {
    private static final Set<Class<?>> MODELS = Set.of(PolicyModel.class, Encoder.class, Verifier.class, Judge.class);
    private static final Set<Class<?>> PICTURES = Set.of(BlobStore.class, PictureSource.class);

    public static final EffectLimits DEFAULT = new EffectLimits(
            Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(10), 16 << 20, 1 << 24, 2);

    /** All ports with the deadline of their kind. */
    public EffectLimits(
            Duration generate,
            Duration retrieve,
            Duration inspect,
            int pictureBytes,
            long picturePixels,
            int pictureThreads) {
        this(generate, retrieve, inspect, pictureBytes, picturePixels, pictureThreads, new HashMap<>());
    }

    public EffectLimits {
        positive("generate", generate.toMillis());
        positive("retrieve", retrieve.toMillis());
        positive("inspect", inspect.toMillis());
        positive("pictureBytes", pictureBytes);
        positive("picturePixels", picturePixels);
        positive("pictureThreads", pictureThreads);
        own = new HashMap<>(own);
    }

    /** Deadline of an effect that this port runs. */
    public Duration deadline(Class<?> port) {
        Duration ofKind = MODELS.contains(port) ? generate : PICTURES.contains(port) ? inspect : retrieve;
        return own.getOrDefault(port, ofKind);
    }

    /** With the deadlines that choices of ports set. */
    public EffectLimits with(Map<Class<? extends AutoCloseable>, PortChoice> choices) {
        HashMap<Class<?>, Duration> set = new HashMap<>(own);
        choices.forEach((port, choice) -> {
            if (choice.limits().deadline() != null) {
                set.put(port, choice.limits().deadline());
            }
        });
        return new EffectLimits(generate, retrieve, inspect, pictureBytes, picturePixels, pictureThreads, set);
    }

    /** With these bounds of pictures. */
    public EffectLimits ofPictures(Duration deadline, int bytes, long pixels, int threads) {
        return new EffectLimits(generate, retrieve, deadline, bytes, pixels, threads, own);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException("the limit '" + name + "' of effects must be positive, got " + value);
        }
    }
}
