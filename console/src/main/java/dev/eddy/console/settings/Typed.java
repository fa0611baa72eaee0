// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Commands about a run as somebody in a shell would type them, for messages that say what to do next. */
public final class Typed {
    private static final Pattern PLAIN = Pattern.compile("[\\w./+:@%-]+");

    private Typed() {}

    /**
     * A command that finds the run in a folder.
     *
     * @param run null for brokers that are no local run's
     * @param words of the command, without {@code ./eddy}
     */
    public static String about(Path run, String words) {
        return "./eddy " + words + (run == null || isUsual(run) ? "" : " --folder " + word(run));
    }

    /** The command that goes on with the run in a folder. */
    public static String resuming(Path run) {
        return "./eddy demo --resume " + word(run);
    }

    private static boolean isUsual(Path run) {
        Path usual = Settings.newestRun();
        try {
            return run.equals(usual) || Files.exists(run) && Files.exists(usual) && Files.isSameFile(run, usual);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + run + " cannot be looked at", e);
        }
    }

    private static String word(Path path) {
        String text = path.toAbsolutePath().normalize().toString();
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
