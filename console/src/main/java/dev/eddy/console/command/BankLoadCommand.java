// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.terminal.Progress;
import dev.eddy.local.world.BankLoader;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddy bank load}: makes a bank of one's own demonstrations. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = {
            "Loads demonstrations as a bank; one of this name is replaced, also for a run that uses it.",
            "FILE is JSON Lines of {\"id\", \"pictures\": [paths], \"text\", \"target\"}, or a zip archive in the layout of Omniglot."
        })
final class BankLoadCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "The bank's name; queries then ask for bank/NAME.")
    private String name;

    @Parameters(index = "1", paramLabel = "FILE", description = "What to load.")
    private Path source;

    @Mixin
    private BankVectorsOption where;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Settings settings = options.load();
        Path banks = banks(settings);
        PrintWriter out = spec.commandLine().getOut();
        try (Ports.Lease<BlobStore> blobs = BlobStores.open(settings);
                Ports.Lease<VectorIndex> vectors = where.lease(settings)) {
            int records =
                    load(new BankLoader(banks, blobs.get(), encoder(settings), vectors == null ? null : vectors.get()));
            out.printf("loaded %d demonstrations; ask for bank/%s%n", records, name);
            out.flush();
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("bank '" + name + "' was not loaded: " + e.getMessage(), e);
        }
    }

    private static PortChoice encoder(Settings settings) {
        String encoder = settings.get(ConsoleOptions.BANK_ENCODER);
        return encoder == null ? null : PortChoice.of(encoder, settings.get(ConsoleOptions.BANK_ENCODER_SETTINGS));
    }

    /** Where loaded banks are. */
    static Path banks(Settings settings) {
        String folder = settings.get(ConsoleOptions.BANK_FOLDER);
        return folder == null ? settings.runFolder().resolve("banks") : Path.of(folder);
    }

    private int load(BankLoader loader) throws IOException {
        try (Progress progress =
                Progress.ofShare("loading " + name, spec.commandLine().getErr())) {
            return loader.load(name, source, progress::to);
        }
    }
}
