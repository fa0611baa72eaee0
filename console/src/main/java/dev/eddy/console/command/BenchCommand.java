// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy bench}: what parts of Eddy cost on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "What parts of Eddy cost on this machine.",
        subcommands = {BenchLoopCommand.class, BenchTritonCommand.class})
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
