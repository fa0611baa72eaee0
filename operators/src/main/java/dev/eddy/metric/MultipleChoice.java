// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import dev.eddy.schemas.Label;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the right option was chosen. An answer names an option by its letter ({@code B}, {@code (b)}, {@code B. text}) or by
 * its whole text; nothing else is read into it. The label map tells the text of each letter, where there is one.
 */
final class MultipleChoice {
    private static final Pattern LETTER = Pattern.compile("\\(?([A-Za-z])(?:[).:]{1,2}(?:\\s.*)?)?", Pattern.DOTALL);

    private MultipleChoice() {}

    static double score(String answer, Label label) {
        String chosen = option(answer, label.getLabelMap());
        for (String reference : label.getTargets()) {
            if (chosen.equals(option(reference, label.getLabelMap()))) {
                return 1;
            }
        }
        return 0;
    }

    /** The letter in upper case, or the normal form of a text that names none. */
    private static String option(String text, Map<String, String> texts) {
        return letter(text, texts).orElseGet(() -> ExactMatch.normalise(text));
    }

    static Optional<String> letter(String text, Map<String, String> texts) {
        Matcher matcher = LETTER.matcher(text.strip());
        if (matcher.matches()) {
            String letter = matcher.group(1).toUpperCase(Locale.ROOT);
            if (texts.isEmpty() || texts.containsKey(letter)) {
                return Optional.of(letter);
            }
        }
        String normal = ExactMatch.normalise(text);
        return texts.entrySet().stream()
                .filter(entry -> ExactMatch.normalise(entry.getValue()).equals(normal))
                .map(entry -> entry.getKey().toUpperCase(Locale.ROOT))
                .findFirst();
    }
}
