// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import dev.eddy.local.report.ModeRow;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The table that a run ends with. */
public final class DemoTable {
    /** A terminal has room for so many of the agent's own. */
    private static final int COLUMNS = 3;

    private DemoTable() {}

    /**
     * @param rows one a mode; figures that have no meaning there are left out
     * @param columns metrics to show beside accuracy, the most telling first
     */
    public static void print(PrintWriter out, String title, List<ModeRow> rows, List<String> columns) {
        List<String> shown = columns.subList(0, Math.min(COLUMNS, columns.size()));
        out.println(title);
        out.printf("  %-18s  %9s  %7s", "mode", "accuracy", "±");
        shown.forEach(column -> out.printf("  %" + width(column) + "s", column));
        out.printf("  %9s  %7s%n", "questions", "version");
        for (ModeRow row : rows) {
            out.printf(
                    "  %-18s  %9s  %7s",
                    row.count() == null ? row.mode() : row.mode() + " " + row.count(),
                    percent(row.accuracy()),
                    percent(row.standardError()));
            shown.forEach(column -> out.printf(
                    "  %" + width(column) + "s", decimal(row.metrics().get(column))));
            out.printf(
                    "  %9s  %7s%n",
                    row.bySeed().stream().mapToInt(ModeRow.SeedRow::queries).sum(),
                    row.policyVersion() == null ? "" : row.policyVersion());
        }
        out.flush();
    }

    private static int width(String column) {
        return Math.max(7, column.length());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String decimal(Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }
}
