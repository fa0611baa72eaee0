// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.ControlCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Override
    public Integer call() throws InterruptedException {
        return order.give(ControlCommand.PIN, version, "ordered %1$s to be served at version %3$d until 'eddy unpin'");
    }
}
