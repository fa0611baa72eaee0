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

/** {@code eddy flush}: lets the trainer train a batch that is not full. */
@Command(
        name = "flush",
        mixinStandardHelpOptions = true,
        description =
                "Lets the trainer train the groups that wait for their batch to fill, and announce what comes of them.")
public final class FlushCommand implements Callable<Integer> {
    @Mixin
    private PolicyOrder order;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        long newest = order.give(ControlCommand.FLUSH, null);
        out.printf(
                "ordered the trainer of %s, at version %d, to train what waits for a full batch%n",
                order.policy(), newest);
        out.flush();
        return 0;
    }
}
