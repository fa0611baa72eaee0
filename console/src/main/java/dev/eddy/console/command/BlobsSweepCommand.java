// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.connector.blob.BlobSweep;
import dev.eddy.connector.kafka.BlobRetention;
import dev.eddy.console.UserError;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.job.JobOptions;
import dev.eddy.local.run.BlobReferences;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy blobs sweep}: deletes what is older than blobs are kept. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = {
            "Deletes blobs that were last put longer ago than eddy.blob-store.retention, but for those of loaded banks.",
            "Jobs may run meanwhile. Refuses where a topic keeps records that name blobs for longer."
        })
final class BlobsSweepCommand implements Callable<Integer> {
    @Option(names = "--dry-run", description = "Deletes nothing and prints what would go.")
    private boolean dry;

    @Option(names = "--no-banks", description = "There are no loaded banks whose pictures are to stay.")
    private boolean bankless;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = options.load();
        String option = JobOptions.BLOB_RETENTION.key();
        Duration retention = settings.get(JobOptions.BLOB_RETENTION);
        if (retention == null) {
            throw new UserError(
                    "blobs are kept for ever: '" + option
                            + "' is not set. Set it, for the jobs too, to at least two days more than the topics keep records.");
        }
        try {
            BlobRetention.check(Brokers.reachable(settings), retention, option);
            URI store = BlobStores.folder(settings);
            Set<String> spared = bankless ? Set.of() : ofBanks(BankLoadCommand.banks(settings));
            BlobSweep.Swept swept = BlobSweep.run(store, Instant.now().minus(retention), spared, dry);
            PrintWriter out = spec.commandLine().getOut();
            out.printf(
                    "%s %d blobs (%d bytes) of %s last put over %s ago; %d more are of banks%n",
                    dry ? "would delete" : "deleted",
                    swept.files(),
                    swept.bytes(),
                    store,
                    TimeUtils.formatWithHighestUnit(retention),
                    swept.spared());
            out.flush();
            return 0;
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw new UserError("blobs were not swept: " + e.getMessage(), e);
        }
    }

    /** A folder that is mistyped, or of another machine, would cost all pictures of the banks. */
    private static Set<String> ofBanks(Path banks) throws IOException {
        if (!Files.isDirectory(banks)) {
            throw new IllegalArgumentException("there is no folder " + banks.toAbsolutePath()
                    + " of the banks whose pictures are to stay: set '" + ConsoleOptions.BANK_FOLDER.key()
                    + "', or say --no-banks");
        }
        return BlobReferences.inBanks(banks);
    }
}
