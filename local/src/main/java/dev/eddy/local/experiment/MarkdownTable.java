// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.local.report.ModeRow;
import dev.eddy.local.report.ModeRow.SeedRow;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An experiment's table for people. */
final class MarkdownTable {
    private MarkdownTable() {}

    /** @param columns metrics beside accuracy, by name */
    static String of(List<ModeRow> rows, List<String> columns) {
        StringBuilder table = new StringBuilder("| mode | evaluation | accuracy % | ± over seeds | by seed |");
        columns.forEach(column -> table.append(" ").append(column).append(" |"));
        table.append("\n|---|---|---|---|---|")
                .append("---|".repeat(columns.size()))
                .append("\n");
        for (ModeRow row : rows) {
            table.append("| `").append(row.mode()).append('`');
            if (row.count() != null) {
                table.append(' ').append(row.count());
            }
            table.append(" | ").append(row.evaluation());
            table.append(" | ").append(number("%.1f", 100 * row.accuracy()));
            table.append(" | ").append(spread(row.bySeed()));
            table.append(" | ")
                    .append(row.bySeed().stream()
                            .map(seed -> number("%.1f", 100 * seed.accuracy()))
                            .collect(Collectors.joining(", ")));
            for (String column : columns) {
                Double value = row.metrics().get(column);
                table.append(" | ").append(value == null ? "" : number("%.3f", value));
            }
            table.append(" |\n");
        }
        return table.toString();
    }

    /** The standard error of the mean over seeds, in points; nothing with fewer than two. */
    private static String spread(List<SeedRow> seeds) {
        if (seeds.size() < 2) {
            return "";
        }
        double mean = seeds.stream().mapToDouble(SeedRow::accuracy).average().orElseThrow();
        double squares = seeds.stream()
                .mapToDouble(seed -> (seed.accuracy() - mean) * (seed.accuracy() - mean))
                .sum();
        return number("%.1f", 100 * Math.sqrt(squares / (seeds.size() - 1) / seeds.size()));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
