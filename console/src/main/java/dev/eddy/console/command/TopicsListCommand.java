// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.topic.TopicSizes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddy topics list}: the catalogue beside what the broker holds. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the topics: key, who writes, how long records are kept, partitions and offsets held.")
final class TopicsListCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        List<TopicSizes.Size> sizes = TopicSizes.read(Brokers.reachable(options.load()));
        PrintWriter out = spec.commandLine().getOut();
        String row = "%-22s  %-8s  %-9s  %10s  %9s  %s%n";
        out.printf(row, "topic", "key", "kept", "partitions", "offsets", "written by");
        for (TopicSizes.Size each : sizes) {
            out.printf(
                    row,
                    each.topic().topicName(),
                    each.topic().key(),
                    kept(each.topic().retention()),
                    each.partitions() == 0 ? "missing" : each.partitions(),
                    each.offsets(),
                    each.topic().writer());
        }
        out.flush();
        return 0;
    }

    private static String kept(Duration retention) {
        return retention == null ? "for ever" : retention.toDays() + " days";
    }
}
