// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy bank}: banks of demonstrations. */
@Command(
        name = "bank",
        mixinStandardHelpOptions = true,
        description = "Banks of demonstrations.",
        subcommands = {BankLoadCommand.class, BankCompareCommand.class})
public final class BankCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
