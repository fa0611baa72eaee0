// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.ControlCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddy flush}: lets the trainer train a batch that is not full. */
@Command(
        name = "flush",
        mixinStandardHelpOptions = true,
        description =
                "Lets the trainer train the groups that wait for their batch to fill, and announce what comes of them.")
public final class FlushCommand implements Callable<Integer> {
    @Mixin
    private PolicyOrder order;

    @Override
    public Integer call() throws InterruptedException {
        return order.give(
                ControlCommand.FLUSH,
                null,
                "ordered the trainer of %1$s, at version %2$d, to train what waits for a full batch");
    }
}
