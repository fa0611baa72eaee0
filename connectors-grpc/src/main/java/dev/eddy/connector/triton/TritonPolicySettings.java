// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.qwen.QwenVision;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Which kind of model {@link TritonPolicyModel} speaks to.
 *
 * @param tokenizer {@code tokenizer}: the {@code tokenizer.json} that comes with the model
 * @param vision {@code family}: {@code qwen2.5-vl} or {@code qwen3-vl}; {@code min-pixels} and {@code max-pixels} as in the model's
 *     preprocessor, the family's own where they are not set
 * @param temperature {@code temperature} (1) of sampled decoding
 * @param topP {@code top-p} (1) of sampled decoding
 * @param deadline {@code deadline} (PT1M) of a generation, after which the server is told to stop
 * @param client of the server: all other settings
 */
record TritonPolicySettings(
        Path tokenizer,
        QwenVision vision,
        float temperature,
        float topP,
        Duration deadline,
        Map<String, String> client) {
    /** @throws IllegalArgumentException naming the setting at fault */
    static TritonPolicySettings of(Map<String, String> settings) {
        Map<String, String> rest = new HashMap<>(settings);
        Path tokenizer = Path.of(needed(rest, "tokenizer", "the tokenizer.json that comes with the served model"));
        QwenFamily family = QwenFamily.of(needed(rest, "family", "'qwen2.5-vl' or 'qwen3-vl'"));
        QwenVision vision = new QwenVision(
                family,
                read(rest, "min-pixels", "a whole number", Integer::valueOf, family.minPixels()),
                read(rest, "max-pixels", "a whole number", Integer::valueOf, family.maxPixels()));
        float temperature = read(rest, "temperature", "a positive number", Float::valueOf, 1f);
        float topP = read(rest, "top-p", "a number above 0 and up to 1", Float::valueOf, 1f);
        Duration deadline = read(rest, "deadline", "a duration such as PT1M", Duration::parse, Duration.ofMinutes(1));
        check(temperature > 0, "temperature", "above 0 (greedy decoding is asked for by queries)", temperature);
        check(topP > 0 && topP <= 1, "top-p", "above 0 and up to 1", topP);
        check(!deadline.isNegative() && !deadline.isZero(), "deadline", "positive", deadline);
        return new TritonPolicySettings(tokenizer, vision, temperature, topP, deadline, Map.copyOf(rest));
    }

    private static String needed(Map<String, String> settings, String key, String what) {
        String value = settings.remove(key);
        if (value == null) {
            throw new IllegalArgumentException("a policy on Triton needs the setting '" + key + "': " + what);
        }
        return value;
    }

    private static <T> T read(
            Map<String, String> settings, String key, String expected, Function<String, T> reader, T otherwise) {
        String value = settings.remove(key);
        try {
            return value == null ? otherwise : reader.apply(value);
        } catch (NumberFormatException | DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "setting '" + key + "' of a policy on Triton must be " + expected + ", got '" + value + "'", e);
        }
    }

    private static void check(boolean right, String key, String expected, Object value) {
        if (!right) {
            throw new IllegalArgumentException(
                    "setting '" + key + "' of a policy on Triton must be " + expected + ", got " + value);
        }
    }
}
