// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.Eddy;
import dev.eddy.local.run.KafkaExtension;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Runs commands against a broker and keeps what the last one printed. */
final class CommandRun {
    private final String setting;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    CommandRun(KafkaExtension kafka) {
        setting = "kafka.bootstrap-servers=" + kafka.bootstrap();
    }

    /** Beside the run in a folder. */
    CommandRun(Path run) {
        setting = "run.folder=" + run;
    }

    /** The exit code. */
    int run(String... arguments) {
        out = new StringWriter();
        return run(out, arguments);
    }

    /** The exit code, where standard output is another. */
    int run(Writer standardOutput, String... arguments) {
        err = new StringWriter();
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("-D", setting));
        CommandLine commandLine = Eddy.commandLine();
        commandLine.setOut(new PrintWriter(standardOutput, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(all.toArray(String[]::new));
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
