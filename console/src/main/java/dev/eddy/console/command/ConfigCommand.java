// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.settings.Reference;
import dev.eddy.console.settings.Settings;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy config}: every setting with the value in force and where it comes from. */
@Command(
        name = "config",
        mixinStandardHelpOptions = true,
        description = "Prints every setting with the value in force.")
public final class ConfigCommand implements Runnable {
    @Mixin
    private SettingsOptions settings;

    @Option(names = "--explain", description = "Also prints what each setting means.")
    private boolean explain;

    @Option(names = "--markdown", description = "Prints the page of all settings, docs/settings.md.")
    private boolean markdown;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        List<Settings.InForce> lines = settings.load().inForce();
        int keys = lines.stream().mapToInt(line -> line.key().length()).max().orElse(0);
        int values =
                lines.stream().mapToInt(line -> line.value().length()).max().orElse(0);
        PrintWriter out = spec.commandLine().getOut();
        if (markdown) {
            out.print(Reference.markdown(lines));
            out.flush();
            return;
        }
        for (Settings.InForce line : lines) {
            out.printf(
                    "%-" + keys + "s  %-" + Math.max(1, values) + "s  %s%n", line.key(), line.value(), line.origin());
            if (explain) {
                out.printf("    %s%n", line.description());
            }
        }
        out.flush();
    }
}
