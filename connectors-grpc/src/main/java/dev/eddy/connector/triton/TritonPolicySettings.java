// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.qwen.QwenVision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Which kind of model {@link TritonPolicyModel} speaks to.
 *
 * @param tokenizer {@code tokenizer}: the {@code tokenizer.json} that comes with the model
 * @param vision {@code family}: {@code qwen2.5-vl} or {@code qwen3-vl}; {@code min-pixels} and {@code max-pixels} as in the model's
 *     preprocessor, the family's own where they are not set
 * @param temperature {@code temperature} (1) of sampled decoding
 * @param topP {@code top-p} (1) of sampled decoding
 * @param deadline {@code deadline-ms} (60000) of a generation, after which the server is told to stop
 * @param client of the server: all other settings
 */
record TritonPolicySettings(
        Path tokenizer,
        QwenVision vision,
        float temperature,
        float topP,
        Duration deadline,
        Map<String, String> client) {
    /** Of temperature and top-p; greedy decoding is asked for by queries. */
    private static final double LEAST = 1e-3;

    private static final double MOST_TEMPERATURE = 100;

    /** @throws IllegalArgumentException naming the setting at fault */
    static TritonPolicySettings of(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("a policy on Triton", settings);
        Path tokenizer = Path.of(reader.needed("tokenizer", "the tokenizer.json that comes with the served model"));
        QwenFamily family = QwenFamily.of(reader.needed("family", "'qwen2.5-vl' or 'qwen3-vl'"));
        return new TritonPolicySettings(
                tokenizer,
                new QwenVision(
                        family,
                        reader.atLeast(1, "min-pixels", family.minPixels()),
                        reader.atLeast(1, "max-pixels", family.maxPixels())),
                (float) reader.number("temperature", 1, LEAST, MOST_TEMPERATURE),
                (float) reader.number("top-p", 1, LEAST, 1),
                Duration.ofMillis(reader.atLeast(1, "deadline-ms", 60_000)),
                reader.under(""));
    }
}
