// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.ControlCommand;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy pin}: lets serving answer by an announced version, whatever comes after it. */
@Command(
        name = "pin",
        mixinStandardHelpOptions = true,
        description = {
            "Lets serving answer by an announced version, whatever comes after it, until 'eddy unpin'.",
            "Training goes on, but what the pinned version samples is soon too old to train on."
        })
public final class PinCommand implements Callable<Integer> {
    @Option(names = "--to-version", required = true, paramLabel = "N", description = "An announced version.")
    private long version;

    @Mixin
    private PolicyOrder order;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        order.give(ControlCommand.PIN, version);
        out.printf("ordered %s to be served at version %d until 'eddy unpin'%n", order.policy(), version);
        out.flush();
        return 0;
    }
}
