// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.Settings;
import dev.eddy.local.world.FusionComparison;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddy bank compare}: Eddy's fusion of lists beside the server's. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares reciprocal-rank fusion by the server of a bank's vectors with that of agents, who fuse by themselves.",
            "Fused are, for records of the bank, what is like them and what is like the one that is most like them."
        })
final class BankCompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "The bank's name; its vectors must be in a server.")
    private String name;

    @Option(names = "--queries", paramLabel = "N", description = "How many records are asked about (${DEFAULT-VALUE}).")
    private int queries = 100;

    @Mixin
    private BankVectorsOption where;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (queries < 1) {
            throw new UserError("--queries must be at least 1, got " + queries);
        }
        Settings settings = options.load();
        PrintWriter out = spec.commandLine().getOut();
        try (Ports.Lease<VectorIndex> vectors = where.lease(settings)) {
            if (vectors == null) {
                throw new UserError("no server has vectors of banks: name one by --milvus or 'banks.vectors.index'");
            }
            Optional<FusionComparison> found =
                    FusionComparison.of(BankLoadCommand.banks(settings), name, vectors.get(), queries);
            if (found.isEmpty()) {
                out.println("this server has no fusion of its own; agents do not need one");
            } else {
                print(found.get(), out);
            }
            out.flush();
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("bank '" + name + "' was not compared: " + e.getMessage(), e);
        }
    }

    private static void print(FusionComparison found, PrintWriter out) {
        out.printf("pairs of lists that agents and the server fused   %d%n", found.queries());
        out.printf("  the same record first                           %d%n", found.first());
        out.printf("  the same or one of equal score first            %d%n", found.firstOrEqual());
        out.printf("  the first %-3d equal, but for order of equals     %d%n", found.shown(), found.equal());
        out.printf("share of the first %-3d that both have              %.3f%n", found.shown(), found.shared());
    }
}
