// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.job.Catalogue;
import dev.eddy.job.EddyJob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that every command has for its settings. */
final class SettingsOptions {
    static final Catalogue CATALOGUE =
            Catalogue.of(List.of(ConsoleOptions.class, DemoOptions.class), EddyJob.OPTIONS.options());

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file (YAML); without it eddy.yaml in the working folder, if there is one.")
    private Path file;

    @Option(
            names = {"-D", "--set"},
            paramLabel = "KEY=VALUE",
            description = "One setting; goes before the configuration file. 'eddy config' lists them.")
    private Map<String, String> given = new LinkedHashMap<>();

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Folder of the run; the same as -D run.folder=FOLDER. The newest run where none is given.")
    private Path folder;

    Settings load() {
        Map<String, String> all = new LinkedHashMap<>(given);
        if (folder != null) {
            all.put(ConsoleOptions.RUN_FOLDER.key(), folder.toString());
        }
        return Settings.load(CATALOGUE, file, all);
    }

    /** Loads the settings and prints those that differ from their defaults. */
    Settings loadAndShow(PrintWriter out) {
        Settings settings = load();
        for (Settings.InForce line : settings.inForce()) {
            if (!line.origin().equals("default")) {
                out.printf("setting %s = %s (%s)%n", line.key(), line.value(), line.origin());
            }
        }
        out.flush();
        return settings;
    }
}
