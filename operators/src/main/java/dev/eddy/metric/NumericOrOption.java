// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import dev.eddy.schemas.Label;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * For problems whose answer is a number or one of several options: the same option, or the same number to four digits, or
 * else the same text.
 */
final class NumericOrOption {
    private static final double TOLERANCE = 1e-4;

    private NumericOrOption() {}

    static double score(String answer, Label label) {
        if (!label.getLabelMap().isEmpty() && MultipleChoice.score(answer, label) == 1) {
            return 1;
        }
        return label.getTargets().stream().anyMatch(reference -> same(answer, written(reference, label))) ? 1 : 0;
    }

    /** What a reference that is an option's letter stands for. */
    private static String written(String reference, Label label) {
        Optional<String> letter = label.getLabelMap().isEmpty()
                ? Optional.empty()
                : MultipleChoice.letter(reference, label.getLabelMap());
        return letter.map(label.getLabelMap()::get).orElse(reference);
    }

    private static boolean same(String answer, String reference) {
        OptionalDouble given = Numbers.parseWritten(answer);
        OptionalDouble wanted = Numbers.parseWritten(reference);
        if (given.isPresent() && wanted.isPresent()) {
            double difference = Math.abs(given.getAsDouble() - wanted.getAsDouble());
            return difference <= TOLERANCE * Math.abs(wanted.getAsDouble());
        }
        return ExactMatch.score(answer, reference) == 1;
    }
}
