// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.effect.EffectLimits;
import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;

/** What the pictures of queries may be and take. */
public final class PictureOptions {
    private static final EffectLimits DEFAULTS = EffectLimits.DEFAULT;

    public static final ConfigOption<Duration> DEADLINE = ConfigOptions.key("eddy.pictures.deadline")
            .durationType()
            .defaultValue(DEFAULTS.inspect())
            .withDescription(
                    "How long the inspection of a query's pictures, their fetching included, or a crop may take.");

    public static final ConfigOption<MemorySize> MAX_BYTES = ConfigOptions.key("eddy.pictures.max-bytes")
            .memoryType()
            .defaultValue(new MemorySize(DEFAULTS.pictureBytes()))
            .withDescription(
                    "Most bytes of a picture's file. A policy that renders pictures has a setting of its own.");

    public static final ConfigOption<Long> MAX_PIXELS = ConfigOptions.key("eddy.pictures.max-pixels")
            .longType()
            .defaultValue(DEFAULTS.picturePixels())
            .withDescription("Most pixels of a picture or a crop; decoding takes up to 8 bytes for each. A policy that"
                    + " renders pictures has a setting of its own.");

    public static final ConfigOption<Integer> THREADS = ConfigOptions.key("eddy.pictures.threads")
            .intType()
            .defaultValue(DEFAULTS.pictureThreads())
            .withDescription("Pictures that a subtask decodes or encodes at once.");

    private PictureOptions() {}

    /**
     * Limits of effects with these of pictures.
     *
     * @throws IllegalArgumentException naming the option at fault
     */
    static EffectLimits limits(ReadableConfig configuration) {
        long bytes = configuration.get(MAX_BYTES).getBytes();
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "option '" + MAX_BYTES.key() + "' must be less than 2 GiB, got " + bytes);
        }
        try {
            return DEFAULTS.ofPictures(
                    configuration.get(DEADLINE),
                    (int) bytes,
                    configuration.get(MAX_PIXELS),
                    configuration.get(THREADS));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the options 'eddy.pictures.*': " + e.getMessage(), e);
        }
    }
}
