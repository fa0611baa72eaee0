// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.page.PageServer;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Secrets;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy page}: serves the page for brokers that run elsewhere. A demo serves its own. */
@Command(
        name = "page",
        mixinStandardHelpOptions = true,
        description = "Serves the web page for brokers that run already; a demo serves its own.")
public final class PageCommand implements Callable<Integer> {
    @Option(names = "--port", description = "Port to listen on; goes before page.port.")
    private Integer port;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Settings settings = options.loadAndShow(out);
        Properties client = Brokers.reachable(settings);
        CountDownLatch stopped = new CountDownLatch(1);
        try (Ports.Lease<BlobStore> blobs = BlobStores.open(settings);
                PageServer page = PageServer.start(pageOptions(settings, port), client, blobs.get());
                StopSignal stop = StopSignal.install(stopped::countDown)) {
            out.println("the page is at " + page.address() + " (Ctrl-C ends it)");
            out.flush();
            stopped.await();
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        }
        return 0;
    }

    /** @param port goes before the setting; may be null */
    static PageServer.Options pageOptions(Settings settings, Integer port) {
        String token = settings.get(ConsoleOptions.PAGE_TOKEN);
        try {
            return new PageServer.Options(
                    InetAddress.getByName(settings.get(ConsoleOptions.PAGE_BIND)),
                    port == null ? settings.get(ConsoleOptions.PAGE_PORT) : port,
                    token == null ? null : Secrets.resolve(ConsoleOptions.PAGE_TOKEN.key(), token),
                    settings.get(ConsoleOptions.PAGE_TRAJECTORIES),
                    settings.reachedRun(),
                    Tokenizers.of(settings));
        } catch (UnknownHostException e) {
            throw new UserError("page.bind names no address of this machine: " + e.getMessage(), e);
        }
    }
}
