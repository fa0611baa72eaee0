// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.connector.kafka.Topics;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.MemorySize;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy topics create}: makes the topics that are missing. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = "Creates the topics that are missing; one that exists is left as it is.")
final class TopicsCreateCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = options.load();
        MemorySize size = settings.get(ConsoleOptions.TOPIC_SIZE);
        Set<String> created = Topics.create(
                Brokers.reachable(settings),
                settings.get(ConsoleOptions.PARTITIONS),
                settings.get(ConsoleOptions.REPLICATION).shortValue(),
                topic -> size == null ? -1 : size.getBytes());
        PrintWriter out = spec.commandLine().getOut();
        out.println(created.isEmpty() ? "every topic exists already" : "created " + String.join(", ", created));
        out.flush();
        return 0;
    }
}
