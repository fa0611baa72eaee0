// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy dead-letters}: what no job could use. */
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        description = "Lists what no job could use, and puts it back on its topic when the cause is gone.",
        subcommands = {DeadLettersListCommand.class, DeadLettersRedriveCommand.class})
public final class DeadLettersCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
