// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads decimal numbers as people write them. */
final class Numbers {
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");
    private static final Pattern FRACTION = Pattern.compile("([+-]?\\d+)\\s*/\\s*(\\d+)");
    private static final Pattern THOUSANDS = Pattern.compile("[+-]?\\d{1,3}(?:,\\d{3})+(?:\\.\\d*)?");
    private static final Pattern CURRENCY = Pattern.compile("^([+-]?)\\s*[$€£]\\s*");

    private Numbers() {}

    /** A decimal number, a trailing percent sign dividing by 100; empty for any other text. */
    static OptionalDouble parse(String text) {
        String number = text.strip();
        boolean percent = number.endsWith("%");
        if (percent) {
            number = number.substring(0, number.length() - 1).strip();
        }
        if (!DECIMAL.matcher(number).matches()) {
            return OptionalDouble.empty();
        }
        double value = Double.parseDouble(number);
        return OptionalDouble.of(percent ? value / 100 : value);
    }

    /** Also fractions, thousands separators and a leading currency sign. */
    static OptionalDouble parseWritten(String text) {
        String number = CURRENCY.matcher(text.strip()).replaceFirst("$1");
        Matcher fraction = FRACTION.matcher(number);
        if (fraction.matches()) {
            double denominator = Double.parseDouble(fraction.group(2));
            return denominator == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(fraction.group(1)) / denominator);
        }
        String digits =
                number.endsWith("%") ? number.substring(0, number.length() - 1).strip() : number;
        return parse(THOUSANDS.matcher(digits).matches() ? number.replace(",", "") : number);
    }
}
