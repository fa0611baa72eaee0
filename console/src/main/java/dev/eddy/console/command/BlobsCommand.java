// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy blobs}: the store of pictures and large records. */
@Command(
        name = "blobs",
        mixinStandardHelpOptions = true,
        description = "The store of pictures and large records.",
        subcommands = BlobsSweepCommand.class)
public final class BlobsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
