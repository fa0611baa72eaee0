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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        long newest = order.give(ControlCommand.ROLLBACK, version);
        out.printf(
                "ordered %s back from version %d to %d; 'eddy topics tail policy-updates --follow' shows the new version%n",
                order.policy(), newest, version);
        out.flush();
        return 0;
    }
}
