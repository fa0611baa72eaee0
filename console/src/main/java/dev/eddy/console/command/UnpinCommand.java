// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.ControlCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddy unpin}: lets serving follow the newest version again. */
@Command(
        name = "unpin",
        mixinStandardHelpOptions = true,
        description = "Lets serving answer by the newest version again.")
public final class UnpinCommand implements Callable<Integer> {
    @Mixin
    private PolicyOrder order;

    @Override
    public Integer call() throws InterruptedException {
        return order.give(ControlCommand.UNPIN, null, "ordered %1$s to be served at its newest version, now %2$d");
    }
}
