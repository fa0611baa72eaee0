// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.connector.file.WholeFile;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.UserError;
import dev.eddy.console.export.GroupExport;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy export}: training groups for trainers outside of Eddy. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes training groups as JSON Lines, in the order in which they closed: exact token ids, masks, log-probabilities,"
                    + " advantages and policy versions of every model call, pictures by content hash.",
            "docs/export.md describes each field. Exit code 1: a group was left out."
        })
public final class ExportCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(250);

    @Mixin
    private PolicySelection wanted;

    @Option(
            names = {"-o", "--to"},
            paramLabel = "FILE",
            description = "Where to; whole or not at all. Standard output where none is named.")
    private Path to;

    @Option(names = "--blobs", paramLabel = "FOLDER", description = "Copies the pictures there, each under its hash.")
    private Path blobs;

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with what closes from now on, until Ctrl-C; to standard output alone.")
    private boolean follow;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (follow && to != null) {
            throw new UserError("--follow never ends, so that no whole file would come of --to; leave out one of them");
        }
        Settings settings = options.load();
        Properties client = Brokers.reachable(settings);
        PrintWriter err = spec.commandLine().getErr();
        try (GroupExport export = new GroupExport(
                client,
                BlobStores.open(settings),
                wanted::takes,
                blobs,
                problem -> err.println(Printable.line(problem)))) {
            if (follow) {
                follow(client, export);
            } else if (to == null) {
                toStandardOutput(client, export);
            } else {
                toFile(client, export, err);
            }
            err.println(export.written() + " groups written, " + export.leftOut() + " left out");
            err.flush();
            return export.leftOut() > 0 ? 1 : 0;
        }
    }

    private static void all(Properties client, GroupExport export, DoubleConsumer progress, Writer out) {
        CommittedConsumer.readAll(client, Topic.TRAINING_GROUPS, progress, record -> export.write(record.value(), out));
    }

    private void toStandardOutput(Properties client, GroupExport export) {
        PrintWriter out = spec.commandLine().getOut();
        all(client, export, share -> {}, out);
        if (isBroken(out)) {
            throw new UserError("standard output took not every group: is the disk full, or did its reader end?");
        }
    }

    /** The writer does not see what fails below it: standard output keeps that to itself. */
    private static boolean isBroken(PrintWriter out) {
        return out.checkError() || System.out.checkError();
    }

    private void toFile(Properties client, GroupExport export, PrintWriter err) {
        try (StopSignal stop = StopSignal.install(() -> {
                    err.println("stopped: " + to + " is not written");
                    err.flush();
                });
                Progress progress = Progress.ofShare("exporting", err)) {
            Files.createDirectories(to.toAbsolutePath().getParent());
            WholeFile.write(to, part -> {
                try (Writer out = Files.newBufferedWriter(part)) {
                    all(client, export, share -> goOn(stop, progress, share), out);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            throw new UserError(to + " cannot be written (--to): " + e.getMessage(), e);
        }
    }

    /** Half a file would be of no use, and what is written of it goes as it would by any other failure. */
    private void goOn(StopSignal stop, Progress progress, double share) {
        if (stop.isRaised()) {
            throw new UserError("stopped before " + to + " was whole");
        }
        progress.to(share);
    }

    private void follow(Properties client, GroupExport export) {
        PrintWriter out = spec.commandLine().getOut();
        try (TopicReader groups = TopicReader.fromBeginning(client, Topic.TRAINING_GROUPS);
                StopSignal stop = StopSignal.install(() -> {})) {
            while (!stop.isRaised() && !isBroken(out)) {
                groups.poll(POLL).forEach(record -> export.write(record.value(), out));
            }
        }
    }
}
