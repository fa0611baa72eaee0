// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy topics}: the catalogue's topics on a broker. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        description = "Creates, lists and reads the topics.",
        subcommands = {TopicsCreateCommand.class, TopicsListCommand.class, TopicsTailCommand.class})
public final class TopicsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
