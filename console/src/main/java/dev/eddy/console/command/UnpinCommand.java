// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.ControlCommand;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy unpin}: lets serving follow the newest version again. */
@Command(
        name = "unpin",
        mixinStandardHelpOptions = true,
        description = "Lets serving answer by the newest version again.")
public final class UnpinCommand implements Callable<Integer> {
    @Mixin
    private PolicyOrder order;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        long newest = order.give(ControlCommand.UNPIN, null);
        out.printf("ordered %s to be served at its newest version, now %d%n", order.policy(), newest);
        out.flush();
        return 0;
    }
}
