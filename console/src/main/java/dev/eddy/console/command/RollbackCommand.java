// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.ControlCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddy rollback}: orders the trainer back to an announced version. */
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description =
                "Orders the trainer back to an announced version. It writes a new version whose parent is that one.")
public final class RollbackCommand implements Callable<Integer> {
    @Option(names = "--to-version", required = true, paramLabel = "N", description = "An announced version.")
    private long version;

    @Mixin
    private PolicyOrder order;

    @Override
    public Integer call() throws InterruptedException {
        return order.give(
                ControlCommand.ROLLBACK,
                version,
                "ordered %1$s back from version %2$d to %3$d; 'eddy topics tail policy-updates --follow' shows the new version");
    }
}
