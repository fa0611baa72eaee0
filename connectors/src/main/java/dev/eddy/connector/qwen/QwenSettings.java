// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import dev.eddy.agent.ModelCard;
import dev.eddy.agent.SettingsReader;
import dev.eddy.effect.EffectLimits;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Which Qwen-VL model a server has, and how it is asked.
 *
 * @param tokenizer {@code tokenizer}: the {@code tokenizer.json} that comes with the model
 * @param vision {@code family}: {@code qwen2.5-vl} or {@code qwen3-vl}; {@code min-pixels} and {@code max-pixels} as in the model's
 *     preprocessor, the family's own where they are not set
 * @param temperature {@code temperature} (1) of sampled decoding
 * @param topP {@code top-p} (1) of sampled decoding
 * @param deadline {@code deadline-ms} (60000) of a generation, after which the server is told to stop
 * @param pictures {@code picture-max-bytes} (16 MiB) of a file, {@code picture-max-pixels} (16777216) of what is decoded and {@code
 *     picture-threads} (2) that do it
 * @param maxModelLength {@code max-model-len}: most tokens of a prompt and its answer, as the server has it; 0 where it is not
 *     known
 */
public record QwenSettings(
        Path tokenizer,
        QwenVision vision,
        float temperature,
        float topP,
        Duration deadline,
        EffectLimits pictures,
        int maxModelLength) {
    /** Of temperature and top-p; greedy decoding is asked for by queries. */
    private static final double LEAST = 1e-3;

    private static final double MOST_TEMPERATURE = 100;

    /**
     * Takes them; the caller takes its own and ends the reading.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    public static QwenSettings of(SettingsReader reader) {
        Path tokenizer = Path.of(reader.needed("tokenizer", "the tokenizer.json that comes with the served model"));
        QwenFamily family = QwenFamily.of(reader.needed("family", "'qwen2.5-vl' or 'qwen3-vl'"));
        return new QwenSettings(
                tokenizer,
                new QwenVision(
                        family,
                        reader.atLeast(1, "min-pixels", family.minPixels()),
                        reader.atLeast(1, "max-pixels", family.maxPixels())),
                (float) reader.number("temperature", 1, LEAST, MOST_TEMPERATURE),
                (float) reader.number("top-p", 1, LEAST, 1),
                Duration.ofMillis(reader.atLeast(1, "deadline-ms", 60_000)),
                pictures(reader),
                reader.atLeast(0, "max-model-len", 0));
    }

    private static EffectLimits pictures(SettingsReader reader) {
        EffectLimits defaults = EffectLimits.DEFAULT;
        return defaults.ofPictures(
                defaults.inspect(),
                reader.atLeast(1, "picture-max-bytes", defaults.pictureBytes()),
                reader.atLeast(1, "picture-max-pixels", (int) defaults.picturePixels()),
                reader.atLeast(1, "picture-threads", defaults.pictureThreads()));
    }

    /** What the model is beside its weights. */
    public ModelCard card() {
        return new ModelCard(vision.family().label(), vision.hash(), temperature, topP);
    }
}
