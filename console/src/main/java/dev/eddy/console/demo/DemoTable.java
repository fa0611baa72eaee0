// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import dev.eddy.local.report.ModeRow;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The table that a run ends with. */
public final class DemoTable {
    private static final String ROW = "  %-18s  %9s  %7s  %7s  %7s  %9s  %7s%n";

    private DemoTable() {}

    /** @param rows one a mode; figures that have no meaning there are left out */
    public static void print(PrintWriter out, String title, List<ModeRow> rows) {
        out.println(title);
        out.printf(ROW, "mode", "accuracy", "±", "shots", "calls", "questions", "version");
        for (ModeRow row : rows) {
            int questions =
                    row.bySeed().stream().mapToInt(ModeRow.SeedRow::queries).sum();
            out.printf(
                    ROW,
                    row.count() == null ? row.mode() : row.mode() + " " + row.count(),
                    percent(row.accuracy()),
                    percent(row.standardError()),
                    decimal(row.meanShots()),
                    decimal(row.meanCalls()),
                    questions,
                    row.policyVersion() == null ? "" : row.policyVersion());
        }
        out.flush();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String decimal(Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }
}
